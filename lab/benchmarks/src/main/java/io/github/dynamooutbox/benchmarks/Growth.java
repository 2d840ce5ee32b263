package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.benchmarks.Contest.Cost;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;

/**
 * How CPU time per published megabyte grows with the aggregates, payload, targets and shards of one
 * worker, over buses that answer at once. Each row publishes the same number of megabytes,
 * alternating with the others.
 */
@Command(
    name = "growth",
    description = "CPU time per MB, by aggregates, payload, targets and shards (4 min)")
final class Growth extends Benchmark {
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

  @Override
  boolean measure() {
    int megabytes = shortOr(1, 20);
    int rounds = shortOr(1, ROUNDS);
    Map<Row, List<Cost>> costs = new LinkedHashMap<>();
    try (AnswerServer server = new AnswerServer()) {
      server.beDefaultEndpoint();
      Row warmUp = new Row(1, 1_000, 1, 1, 1);
      List<Cost> unused = publish(warmUp, megabytes, rounds);
      for (int round = 0; round < rounds; round++) {
        for (List<Row> rows : ROWS.values()) {
          for (Row row : rows) {
            costs.computeIfAbsent(row, key -> new ArrayList<>()).addAll(publish(row, megabytes, 1));
          }
        }
      }
    }
    boolean holds = true;
    for (Map.Entry<String, List<Row>> dimension : ROWS.entrySet()) {
      print(
          "%-12s %12s %14s %20s%n",
          dimension.getKey(), "MB/s", "CPU ms a MB", "of cheapest smaller");
      double cheapest = Double.MAX_VALUE;
      for (Row row : dimension.getValue()) {
        double sent = (double) megabytes * row.targets;
        List<Cost> all = costs.getOrDefault(row, List.of());
        double cpu = Contest.median(all, Cost::cpuNanos) / 1e6 / sent;
        double ratio = cpu / Math.min(cheapest, cpu);
        cheapest = Math.min(cheapest, cpu);
        holds &= ratio <= BOUND;
        print(
            "%-12d %12.1f %14.2f %20.2f%n",
            row.value, sent * 1e9 / Contest.median(all, Cost::nanos), cpu, ratio);
      }
    }
    return bound("CPU a MB <= %.1f times the cheapest smaller row".formatted(BOUND), holds);
  }

  private static List<Cost> publish(Row row, int megabytes, int times) {
    int events = megabytes * 1_024 / row.kilobytes / row.shards;
    int lanes = Math.max(1, row.aggregates / row.shards);
    LaneRecords orders = new LaneRecords(Instant.now(), lanes, row.kilobytes);
    List<List<StreamRecord>> records =
        IntStream.range(0, row.shards).mapToObj(i -> orders.records(0, events)).toList();
    int read = Math.max(1, Math.min(READ_RECORDS, READ_KILOBYTES / row.kilobytes));
    try (ConfiguredRelay relay =
        ConfiguredRelay.open(
            RelayConfig.parse(configuration(row.targets)), RelayObserver.NONE, SHARDS_AT_ONCE)) {
      List<Cost> costs = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        costs.add(Cost.ofProcess(() -> publish(relay, records, read)));
      }
      return costs;
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
