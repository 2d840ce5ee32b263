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
 * The resources that a JVM holds; Linux only.
 *
 * @param megabytes the live heap after a full collection
 * @param threads its threads
 * @param files its open files
 */
record Vitals(double megabytes, int threads, int files) {
  /**
   * The usage of each generation or of the whole heap; what follows them in the output is not heap.
   */
  private static final Pattern USED =
      Pattern.compile("(?:generation|heap) .*?used (\\d+)K", Pattern.DOTALL);

  private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

  /** Reads those of a process, after a full collection. */
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
        throw new IllegalStateException(
            "process " + pid + " does not report its threads or its heap");
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
