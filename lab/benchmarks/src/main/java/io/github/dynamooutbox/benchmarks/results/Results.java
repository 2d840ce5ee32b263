package io.github.dynamooutbox.benchmarks.results;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Writes a benchmark's results: tables to standard output, as it was when this was created, and
 * charts to files.
 */
public final class Results {
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(
      names = "--svg",
      paramLabel = "DIRECTORY",
      description = "also writes the results as charts into this directory, such as docs/images")
  private @Nullable Path directory;

  /** Prints to the table. */
  public void print(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
  }

  /** Prints whether a bound holds, and returns it. */
  public boolean bound(String bound, boolean holds) {
    print("Bound: %s: %s.%n", bound, holds ? "holds" : "DOES NOT HOLD");
    return holds;
  }

  /**
   * Writes a chart to a file, if a directory was given.
   *
   * @param name the file's name, without prefix and extension
   */
  public void draw(String name, Chart chart) {
    if (directory == null) {
      return;
    }
    Path file = directory.resolve("benchmark-" + name + ".svg");
    try {
      Files.createDirectories(directory);
      Files.writeString(file, chart.svg());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
    print("%s%n", file);
  }
}
