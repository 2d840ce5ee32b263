package io.github.dynamooutbox.benchmarks.inbox;

import java.io.PrintStream;

/** The cost of handling each event once. */
public final class InboxBenchmark {
  private InboxBenchmark() {}

  /**
   * Prints CPU time and bytes, write units, and batch rates.
   *
   * @return whether all figures are within their bounds
   */
  public static boolean measure(PrintStream out) {
    boolean cost = InboxCost.measure(out);
    boolean units = InboxUnits.measure(out);
    boolean rate = BatchRate.measure(out);
    return cost && units && rate;
  }
}
