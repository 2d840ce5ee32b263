package io.github.dynamooutbox.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParentCommand;

/** A command: it measures, and prints figures and whether their bounds hold. */
abstract class Benchmark implements Callable<Integer> {
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @ParentCommand private Benchmarks all = new Benchmarks();

  /** Measures, and returns whether all bounds hold. */
  abstract boolean measure() throws IOException, InterruptedException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    return measure() || isShort() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Whether to show only that the command works. */
  final boolean isShort() {
    return all.isShort();
  }

  /** The first value in the short form, otherwise the second. */
  final int shortOr(int few, int many) {
    return isShort() ? few : many;
  }

  final void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
  }

  /** Prints whether a bound holds, and returns it. */
  final boolean bound(String bound, boolean holds) {
    print("Bound: %s: %s.%n", bound, holds ? "holds" : "DOES NOT HOLD");
    return holds;
  }

  /** From now on, only {@link #print} prints: a relay writes its metrics to standard output. */
  static void silenceOthers() {
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false));
  }
}
