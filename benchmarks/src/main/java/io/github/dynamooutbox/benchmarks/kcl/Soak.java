package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is alive on the relay's heap after a full collection, again and again under traffic. */
public final class Soak {
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);
  private static final int AGGREGATES = 10_000;
  private static final int PAUSE_MILLIS = 10;
  private static final double BOUND = 1.05;
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private Soak() {}

  /** Prints what it sees and returns whether the heap's last third is as its second. */
  public static boolean measure(PrintStream out, Duration time) throws InterruptedException {
    List<Double> megabytes = new ArrayList<>();
    try (Workbench bench = new Workbench()) {
      LocalService relay = bench.startRelay("soak", IDLE, 0);
      Outbox outbox = bench.outbox();
      long end = System.nanoTime() + time.toNanos();
      long look = System.nanoTime() + BETWEEN_LOOKS.toNanos();
      for (int i = 0; System.nanoTime() < end; i++) {
        outbox
            .transaction()
            .events(
                Aggregate.of("Order", "o-" + i % AGGREGATES),
                Event.of("OrderPlaced", Map.of("number", i)))
            .commit();
        Thread.sleep(PAUSE_MILLIS);
        if (System.nanoTime() > look) {
          look += BETWEEN_LOOKS.toNanos();
          megabytes.add(liveMegabytes(relay.pid()));
          out.printf(
              "%4d s: %6d written, %6d published, live heap %.1f MB%n",
              time.minusNanos(end - System.nanoTime()).toSeconds(),
              i + 1,
              bench.stub().kinesis().count(),
              megabytes.get(megabytes.size() - 1));
        }
      }
    }
    int third = megabytes.size() / 3;
    double middle = average(megabytes.subList(third, 2 * third));
    double last = average(megabytes.subList(2 * third, megabytes.size()));
    boolean holds = last <= middle * BOUND;
    out.printf(
        "Last third %.1f MB, second third %.1f MB: ratio %.3f. Bound: <= %.2f: %s.%n",
        last, middle, last / middle, BOUND, holds ? "holds" : "DOES NOT HOLD");
    return holds;
  }

  private static double average(List<Double> values) {
    return values.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
  }

  private static double liveMegabytes(long pid) throws InterruptedException {
    jcmd(pid, "GC.run");
    Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
    double kilobytes = 0;
    // Young and old generation; what is behind them in the list is no heap.
    for (int generation = 0; generation < 2 && used.find(); generation++) {
      kilobytes += Long.parseLong(used.group(1));
    }
    return kilobytes / 1024;
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
