package io.github.dynamooutbox.benchmarks.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM holds, on Linux.
 *
 * @param megabytes alive on its heap, after a full collection
 */
record Vitals(double megabytes, int threads, int files) {
  /** Of generations, or of all regions; what is behind them in the list is no heap. */
  private static final Pattern USED =
      Pattern.compile("(?:generation|heap) .*?used (\\d+)K", Pattern.DOTALL);

  private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

  /** Of this process; it collects its garbage first. */
  static Vitals of(long pid) throws InterruptedException {
    jcmd(pid, "GC.run");
    double kilobytes = 0;
    for (String line : jcmd(pid, "GC.heap_info").split("\n", -1)) {
      Matcher used = USED.matcher(line);
      kilobytes += used.find() ? Long.parseLong(used.group(1)) : 0;
    }
    Path process = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      Matcher threads = THREADS.matcher(Files.readString(process.resolve("status")));
      if (!threads.find() || kilobytes == 0) {
        throw new IllegalStateException("process " + pid + " does not say what it holds");
      }
      return new Vitals(kilobytes / 1024, Integer.parseInt(threads.group(1)), (int) files.count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String jcmd(long pid, String command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(pid),
                  command)
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("jcmd failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
