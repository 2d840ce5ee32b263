package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.benchmarks.results.Spread;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The rate at which a backlog is published, by the target's clock; for the baseline, received, by
 * its record processor's clock. Alternating, one worker at a time. As many records come first that
 * are not counted: a backlog builds up behind a worker that has been running, not behind one whose
 * code is not compiled yet.
 */
public final class BacklogRate {
  private static final int RECORDS = 20_000;
  private static final int WARM_UP = 20_000;
  static final int ALL = WARM_UP + RECORDS;
  private static final int PER_TRANSACTION = 50;
  private static final int ROUNDS = 3;
  private static final double BOUND = 0.97;
  private static final Duration IDLE = Duration.ofMillis(100);

  private BacklogRate() {}

  /** Prints the rates and returns whether their ratio is within the bound. */
  public static boolean measure(Results results) throws InterruptedException {
    List<Double> empty = new ArrayList<>();
    List<Double> relay = new ArrayList<>();
    try (Workbench bench = new Workbench()) {
      write(bench.outbox());
      results.print("%8s %16s %16s%n", "round", "empty", "relay");
      for (int round = 0; round < ROUNDS; round++) {
        empty.add(empty(bench, round));
        relay.add(relay(bench, round));
        results.print("%8d %12.0f / s %12.0f / s%n", round + 1, empty.get(round), relay.get(round));
      }
    }
    double ratio = Spread.of(relay).median() / Spread.of(empty).median();
    results.print("Ratio of the medians: %.2f. ", ratio);
    return results.bound(">= " + BOUND, ratio >= BOUND);
  }

  static void write(Outbox outbox) {
    IntStream.range(0, ALL / PER_TRANSACTION)
        .parallel()
        .forEach(
            batch -> {
              OutboxTransaction transaction = outbox.transaction();
              for (int i = 0; i < PER_TRANSACTION; i++) {
                int number = batch * PER_TRANSACTION + i;
                transaction.events(
                    Aggregate.of("Order", "o-" + number),
                    Event.of("OrderPlaced", Map.of("number", number)));
              }
              transaction.commit();
            });
  }

  private static double empty(Workbench bench, int round) throws InterruptedException {
    Seen seen = new Seen();
    LocalService worker = bench.startEmpty("backlog-empty-" + round, IDLE, seen);
    bench.await("baseline's end", () -> seen.count() >= ALL);
    bench.stop(worker);
    long[] micros = seen.micros().values().stream().mapToLong(each -> each).sorted().toArray();
    return rate(micros[WARM_UP], micros[ALL - 1]);
  }

  private static double relay(Workbench bench, int round) throws InterruptedException {
    long before = bench.stub().kinesis().count();
    LocalService worker = bench.startRelay("backlog-relay-" + round, IDLE, 0);
    bench.await("relay's end", () -> bench.stub().kinesis().count() >= before + ALL);
    bench.stop(worker);
    List<AcceptedRecord> accepted = bench.stub().kinesis().acceptedAfter(before);
    return rate(
        Clocks.micros(accepted.get(WARM_UP).acceptedAt()),
        Clocks.micros(accepted.get(ALL - 1).acceptedAt()));
  }

  private static double rate(long fromMicros, long toMicros) {
    return RECORDS * 1e6 / (toMicros - fromMicros);
  }
}
