package io.github.dynamooutbox.benchmarks.measure;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Prints results to standard output as it was when this was created. */
public final class Results {
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /** Prints to the table. */
  public void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
  }

  /** Prints whether a bound holds, and returns it. */
  public boolean bound(String bound, boolean holds) {
    print("Bound: %s: %s.%n", bound, holds ? "holds" : "DOES NOT HOLD");
    return holds;
  }
}
