package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.kcl.Workbench.Seen;
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
  private static final int PER_TRANSACTION = 50;
  private static final double BOUND = 0.97;
  private static final Duration IDLE = Duration.ofMillis(100);

  private final Workbench bench;
  private final int records;

  private BacklogRate(Workbench bench, int records) {
    this.bench = bench;
    this.records = records;
  }

  /** Prints the rates and returns whether their ratio is within the bound. */
  public static boolean measure(Results results, boolean quick) throws InterruptedException {
    List<Double> empty = new ArrayList<>();
    List<Double> relay = new ArrayList<>();
    try (Workbench bench = new Workbench()) {
      BacklogRate backlog = new BacklogRate(bench, quick ? 500 : 20_000);
      backlog.write();
      results.print("%8s %16s %16s%n", "round", "empty", "relay");
      for (int round = 0; round < (quick ? 1 : 3); round++) {
        empty.add(backlog.empty(round));
        relay.add(backlog.relay(round));
        results.print("%8d %12.0f / s %12.0f / s%n", round + 1, empty.get(round), relay.get(round));
      }
    }
    double ratio = Spread.of(relay).median() / Spread.of(empty).median();
    results.print("Ratio of the medians: %.2f. ", ratio);
    return results.bound(">= " + BOUND, ratio >= BOUND);
  }

  private void write() {
    Outbox outbox = bench.outbox();
    IntStream.range(0, 2 * records / PER_TRANSACTION)
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

  private double empty(int round) throws InterruptedException {
    Seen seen = new Seen();
    LocalService worker = bench.startEmpty("backlog-empty-" + round, IDLE, seen);
    bench.await("baseline's end", () -> seen.count() >= 2 * records);
    bench.stop(worker);
    long[] micros = seen.micros().values().stream().mapToLong(each -> each).sorted().toArray();
    return rate(micros[records], micros[2 * records - 1]);
  }

  private double relay(int round) throws InterruptedException {
    long before = bench.accepted();
    LocalService worker = bench.startRelay("backlog-relay-" + round, IDLE, "off");
    bench.await("relay's end", () -> bench.accepted() >= before + 2L * records);
    bench.stop(worker);
    List<AcceptedRecord> accepted = bench.acceptedAfter(before);
    return rate(
        Workbench.micros(accepted.get(records).acceptedAt()),
        Workbench.micros(accepted.get(2 * records - 1).acceptedAt()));
  }

  private double rate(long fromMicros, long toMicros) {
    return records * 1e6 / (toMicros - fromMicros);
  }
}
