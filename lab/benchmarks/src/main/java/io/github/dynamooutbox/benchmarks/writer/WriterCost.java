package io.github.dynamooutbox.benchmarks.writer;

import io.github.dynamooutbox.benchmarks.cost.CostContest;
import io.github.dynamooutbox.benchmarks.cost.CostSuite;
import io.github.dynamooutbox.benchmarks.cost.CostTable;
import io.github.dynamooutbox.benchmarks.results.Results;
import java.util.List;

/** CPU time and bytes of a commit, compared with the same request written by hand. */
public final class WriterCost implements CostSuite {
  private static final CostTable.Bounds BOUNDS = new CostTable.Bounds(1.10, 1.12);

  /**
   * Prints a row for each case.
   *
   * @return whether all cases are within their bounds
   */
  public static boolean measure(Results results) {
    return CostTable.measure("outbox", WriterCost.class, BOUNDS, results);
  }

  @Override
  public List<CostContest> contests() {
    return Workload.all().stream().map(WriterCost::contest).toList();
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
