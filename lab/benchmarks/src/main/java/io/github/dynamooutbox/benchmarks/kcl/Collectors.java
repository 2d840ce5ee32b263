package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CPU time, elapsed time and memory for a backlog with each garbage collector, alternating. */
public final class Collectors {
  private static final int ROUNDS = 2;
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private Collectors() {}

  /** Prints a row for each round, collector and heap size; Linux only. */
  public static void measure(Results results) throws InterruptedException {
    try (Workbench bench = new Workbench()) {
      BacklogRate.write(bench.outbox());
      results.print("collector      heap   CPU seconds   seconds   most resident%n");
      for (int round = 0; round < ROUNDS; round++) {
        for (String collector : List.of("SerialGC", "G1GC")) {
          for (String heap : List.of("192m", "768m")) {
            measure(
                bench,
                "collectors-%d-%s-%s".formatted(round, collector, heap),
                collector,
                heap,
                results);
          }
        }
      }
    }
  }

  private static void measure(
      Workbench bench, String application, String collector, String heap, Results results)
      throws InterruptedException {
    long before = bench.stub().kinesis().count();
    LocalService worker =
        bench.startRelay(application, IDLE, List.of("-XX:+Use" + collector, "-Xmx" + heap));
    bench.await("start", () -> bench.stub().kinesis().count() > before);
    double cpu = IdleCpu.cpuSeconds(worker);
    long start = System.nanoTime();
    bench.await("end", () -> bench.stub().kinesis().count() >= before + BacklogRate.ALL);
    double seconds = (System.nanoTime() - start) / 1e9;
    results.print(
        "%-12s %6s %13.1f %9.1f %12.0f MB%n",
        collector, heap, IdleCpu.cpuSeconds(worker) - cpu, seconds, peakMegabytes(worker.pid()));
    bench.stop(worker);
  }

  private static double peakMegabytes(long pid) {
    try {
      Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
      return peak.find() ? Long.parseLong(peak.group(1)) / 1024.0 : Double.NaN;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
