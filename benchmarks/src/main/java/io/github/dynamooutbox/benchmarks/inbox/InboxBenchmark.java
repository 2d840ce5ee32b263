package io.github.dynamooutbox.benchmarks.inbox;

import java.io.PrintStream;

/** What it costs to handle each event once. */
public final class InboxBenchmark {
  private InboxBenchmark() {}

  /**
   * Prints CPU time and bytes, write units, and the rate of batches.
   *
   * @return whether all are within their bounds
   */
  public static boolean measure(PrintStream out) {
    boolean cost = InboxCost.measure(out);
    boolean units = InboxUnits.measure(out);
    boolean rate = BatchRate.measure(out);
    return cost && units && rate;
  }
}
