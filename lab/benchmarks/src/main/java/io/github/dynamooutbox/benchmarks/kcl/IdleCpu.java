package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.kcl.Workbench.Seen;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import java.time.Duration;
import java.util.Map;

/** CPU time of relay and baseline while nothing is written, both at the same time. */
public final class IdleCpu {
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final double BOUND = 1.2;

  private IdleCpu() {}

  /** Prints both times and returns whether their ratio is within the bound. */
  public static boolean measure(Results results, boolean quick) throws InterruptedException {
    int seconds = quick ? 4 : 80;
    try (Workbench bench = new Workbench()) {
      Seen seen = new Seen();
      LocalService empty = bench.startEmpty("idle-empty", IDLE, seen);
      LocalService relay = bench.startRelay("idle-relay", IDLE, "off");
      CommitResult unused =
          bench
              .outbox()
              .transaction()
              .events(Aggregate.of("Order", "o"), Event.of("OrderPlaced", Map.of()))
              .commit();
      bench.await("start", () -> seen.count() > 0 && bench.accepted() > 0);
      // Until the workers are warm.
      Thread.sleep(seconds * 500L);
      double emptyBefore = cpuSeconds(empty);
      double relayBefore = cpuSeconds(relay);
      Thread.sleep(seconds * 1000L);
      double emptySeconds = cpuSeconds(empty) - emptyBefore;
      double relaySeconds = cpuSeconds(relay) - relayBefore;
      double ratio = relaySeconds / emptySeconds;
      results.print(
          "CPU seconds in %d s: empty %.2f, relay %.2f. Ratio %.2f. ",
          seconds, emptySeconds, relaySeconds, ratio);
      return results.bound("<= " + BOUND, ratio <= BOUND);
    }
  }

  private static double cpuSeconds(LocalService worker) {
    return ProcessHandle.of(worker.pid())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow(() -> new IllegalStateException("A worker has ended\n" + worker.tail()))
            .toMillis()
        / 1000.0;
  }
}
