package io.github.dynamooutbox.benchmarks.lambda;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.benchmarks.measure.LaneRecords;
import io.github.dynamooutbox.benchmarks.measure.ProcessContest;
import io.github.dynamooutbox.benchmarks.measure.ProcessContest.Cost;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How CPU time and bytes per published megabyte grow with the aggregates, payload, targets and
 * shards of one worker, over buses that answer at once. Each row publishes the same number of
 * megabytes, alternating with the others.
 */
public final class Growth {
  /** The most that a megabyte may cost, as a multiple of the cheapest smaller row. */
  private static final double BOUND = 1.2;

  private static final int ROUNDS = 5;

  /** As in the KCL worker. */
  private static final int SHARDS_AT_ONCE = 8;

  private static final int READ_RECORDS = 1_000;
  private static final int READ_KILOBYTES = 1_024;

  /**
   * One row: what is published.
   *
   * @param value the figure that grows
   * @param aggregates the number of aggregates, which the events belong to in turn
   * @param kilobytes the size of each event's payload
   * @param targets the number of targets that each event goes to
   * @param shards the number of the worker's shards, which the aggregates are divided among
   */
  private record Row(int value, int aggregates, int kilobytes, int targets, int shards) {
    static List<Row> of(IntFunction<Row> row, int... values) {
      return IntStream.of(values).mapToObj(row).toList();
    }
  }

  private static final Map<String, List<Row>> ROWS = new LinkedHashMap<>();

  static {
    ROWS.put("aggregates", Row.of(n -> new Row(n, n, 1, 1, 1), 1, 10, 100, 1_000, 10_000));
    ROWS.put("KB payload", Row.of(n -> new Row(n, 1_000, n, 1, 1), 1, 4, 16, 64, 200));
    ROWS.put("targets", Row.of(n -> new Row(n, 1_000, 1, n, 1), 1, 2, 3, 4));
    ROWS.put("shards", Row.of(n -> new Row(n, 1_000, 1, 1, n), 1, 4, 16, 64));
  }

  private final Map<Row, List<Cost>> costs = new LinkedHashMap<>();
  private final int megabytes;

  private Growth(int megabytes) {
    this.megabytes = megabytes;
  }

  /** Prints a table for each dimension, and returns whether every row is within the bound. */
  public static boolean measure(Results results, boolean quick) {
    Growth growth = new Growth(quick ? 1 : 20);
    try (AnswerServer server = new AnswerServer()) {
      server.beDefaultEndpoint();
      growth.publish(new Row(1, 1_000, 1, 1, 1), quick ? 1 : ROUNDS);
      growth.costs.clear();
      for (int round = 0; round < (quick ? 1 : ROUNDS); round++) {
        ROWS.values().forEach(rows -> rows.forEach(row -> growth.publish(row, 1)));
      }
    }
    return growth.print(results);
  }

  private boolean print(Results results) {
    boolean holds = true;
    for (Map.Entry<String, List<Row>> dimension : ROWS.entrySet()) {
      results.print(
          "%-12s %12s %14s %16s %20s%n",
          dimension.getKey(), "MB/s", "CPU ms a MB", "bytes a byte", "of cheapest smaller");
      double cheapest = Double.MAX_VALUE;
      for (Row row : dimension.getValue()) {
        double sent = (double) megabytes * row.targets;
        double cpu = median(row, cost -> cost.cpuNanos() / 1e6) / sent;
        double ratio = cpu / Math.min(cheapest, cpu);
        cheapest = Math.min(cheapest, cpu);
        holds &= ratio <= BOUND;
        results.print(
            "%-12d %12.1f %14.2f %16.1f %20.2f%n",
            row.value,
            sent / median(row, cost -> cost.nanos() / 1e9),
            cpu,
            median(row, Cost::bytes) / sent / (1 << 20),
            ratio);
      }
    }
    return results.bound("CPU a MB <= %.1f times the cheapest smaller row".formatted(BOUND), holds);
  }

  private double median(Row row, ToDoubleFunction<Cost> figure) {
    return ProcessContest.median(costs.getOrDefault(row, List.of()), figure);
  }

  private void publish(Row row, int times) {
    int events = megabytes * 1_024 / row.kilobytes / row.shards;
    int lanes = Math.max(1, row.aggregates / row.shards);
    LaneRecords orders = new LaneRecords(Instant.now(), lanes, row.kilobytes);
    List<List<StreamRecord>> records =
        IntStream.range(0, row.shards).mapToObj(i -> orders.records(0, events)).toList();
    int read = Math.max(1, Math.min(READ_RECORDS, READ_KILOBYTES / row.kilobytes));
    try (ConfiguredRelay relay =
        ConfiguredRelay.open(
            RelayConfig.parse(configuration(row.targets)), RelayObserver.NONE, SHARDS_AT_ONCE)) {
      for (int i = 0; i < times; i++) {
        costs
            .computeIfAbsent(row, key -> new ArrayList<>())
            .add(ProcessContest.cost(() -> publish(relay, records, read)));
      }
    }
  }

  private static String configuration(int targets) {
    List<String> names = IntStream.range(0, targets).mapToObj("\"bus%d\""::formatted).toList();
    String bus = ": {\"type\": \"eventbridge\", \"busName\": \"orders\", \"ordered\": true}";
    return "{\"table\": {\"name\": \"orders\"}, \"targets\": {%s}, \"routes\": [{\"to\": [%s]}]}"
        .formatted(
            names.stream().map(name -> name + bus).collect(Collectors.joining(", ")),
            String.join(", ", names));
  }

  /** Publishes all records, and returns when that is done. */
  private static void publish(ConfiguredRelay relay, List<List<StreamRecord>> records, int read) {
    List<ShardRelay> shards =
        IntStream.range(0, records.size()).mapToObj(i -> relay.relay().open("shard-" + i)).toList();
    int all = records.get(0).size();
    for (int from = 0; from < all; from += read) {
      List<CompletionStage<Void>> submissions = new ArrayList<>();
      for (int i = 0; i < shards.size(); i++) {
        submissions.add(
            shards.get(i).submit(records.get(i).subList(from, Math.min(from + read, all))));
      }
      submissions.forEach(Growth::join);
    }
    for (ShardRelay shard : shards) {
      join(shard.settled());
      if (shard.firstUnfinished().isPresent()) {
        throw new IllegalStateException("the relay stopped at " + shard.firstUnfinished());
      }
      join(shard.close());
    }
  }

  private static <T> void join(CompletionStage<T> stage) {
    T unused = stage.toCompletableFuture().join();
  }
}
