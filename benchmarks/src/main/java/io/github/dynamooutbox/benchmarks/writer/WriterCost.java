package io.github.dynamooutbox.benchmarks.writer;

import io.github.dynamooutbox.benchmarks.cost.CostContest;
import java.io.PrintStream;

/** What a commit costs beside the same request written by hand. */
public final class WriterCost {
  private static final CostContest.Bounds BOUNDS = new CostContest.Bounds(1.10, 1.12);

  private WriterCost() {}

  /**
   * Prints a row for each case.
   *
   * @return whether all are within their bounds
   */
  public static boolean measure(PrintStream out) {
    return CostContest.measure(
        "outbox", Workload.all().stream().map(WriterCost::contest).toList(), BOUNDS, out);
  }

  private static CostContest contest(Workload workload) {
    return new CostContest(
        workload.name(),
        client -> {
          WithOutbox outbox = new WithOutbox(client, workload.strictOrder());
          return () -> outbox.commit(workload);
        },
        client -> {
          HandWritten hand = new HandWritten(client);
          return () -> hand.commit(workload);
        },
        workload.commitsPerRound());
  }
}
