package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalService;
import java.time.Duration;

/** CPU time of relay and baseline while nothing is written, both at the same time. */
public final class IdleCpu {
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration WARM_UP = Duration.ofSeconds(40);
  private static final Duration TIME = Duration.ofSeconds(80);
  private static final double BOUND = 1.2;

  private IdleCpu() {}

  /** Prints both times and returns whether their ratio is within the bound. */
  public static boolean measure(Results results) throws InterruptedException {
    try (Workbench bench = new Workbench()) {
      Seen seen = new Seen();
      LocalService empty = bench.startEmpty("idle-empty", IDLE, seen);
      LocalService relay = bench.startRelay("idle-relay", IDLE, 0);
      bench.commitOne();
      bench.await("start", () -> seen.count() > 0 && bench.stub().kinesis().count() > 0);
      Thread.sleep(WARM_UP.toMillis());
      double emptyBefore = cpuSeconds(empty);
      double relayBefore = cpuSeconds(relay);
      Thread.sleep(TIME.toMillis());
      double emptySeconds = cpuSeconds(empty) - emptyBefore;
      double relaySeconds = cpuSeconds(relay) - relayBefore;
      double ratio = relaySeconds / emptySeconds;
      results.print(
          "CPU seconds in %d s: empty %.2f, relay %.2f. Ratio %.2f. ",
          TIME.toSeconds(), emptySeconds, relaySeconds, ratio);
      return results.bound("<= " + BOUND, ratio <= BOUND);
    }
  }

  static double cpuSeconds(LocalService worker) {
    return ProcessHandle.of(worker.pid())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow(() -> new IllegalStateException("A worker has ended\n" + worker.tail()))
            .toMillis()
        / 1000.0;
  }
}
