package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.benchmarks.measure.Spread;
import io.github.dynamooutbox.benchmarks.system.EmbeddedSystem.RelayHost;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writers and a relay at half of the sustainable rate, while one request in a hundred to the target
 * fails: the writers must not be slower than that rate, which they exceed without a relay, the
 * relay must keep up, and its lag, live heap, threads and open files should stay flat.
 */
public final class Soak {
  private static final int AGGREGATES = 10_000;
  private static final int SAMPLES = 60;
  private static final Duration MIN_PAUSE = Duration.ofSeconds(5);

  /** The share of requests that fail in each of five ways. */
  private static final double FAULTS = 0.002;

  private final Results results;
  private final EmbeddedSystem system;
  private final Arrivals arrivals;
  private final List<Sample> samples = new ArrayList<>();

  /** How many events must arrive. */
  private long expected;

  /** Figures after so many seconds; rates are those since the previous sample. */
  private record Sample(
      double seconds, double written, double published, double p50, double p99, Vitals vitals) {}

  /**
   * A figure that should be flat: it may rise by a share of its mean, or by {@code least} if that
   * is more.
   */
  private record Figure(
      String name, ToDoubleFunction<Sample> of, double share, double least, String unit) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("lag, p50", Sample::p50, 0.2, 20, "ms"),
          new Figure("live heap", sample -> sample.vitals.megabytes(), 0.05, 0.5, "MB"),
          new Figure("threads", sample -> sample.vitals.threads(), 0, 1, ""),
          new Figure("open files", sample -> sample.vitals.files(), 0, 3, ""));

  private Soak(Results results, EmbeddedSystem system) {
    this.results = results;
    this.system = system;
    this.arrivals = new Arrivals(system.stub());
  }

  /**
   * Prints the samples and whether the figures are flat.
   *
   * @param function the packaged function, for {@link RelayHost#LAMBDA}
   * @return whether all figures are flat, and writers and relay keep up
   */
  public static boolean measure(
      Results results, RelayHost host, Path function, Duration time, boolean quick)
      throws InterruptedException {
    try (EmbeddedSystem system = new EmbeddedSystem(AwsStub.builder().seed(1))) {
      Soak soak = new Soak(results, system);
      Duration calibration = Duration.ofSeconds(quick ? 2 : 20);
      double alone = soak.commit(calibration);
      system.start(host, function);
      // All processes are warm when that is published.
      double sustainable = soak.sustainable(calibration);
      double load = Math.floor(sustainable / 2);
      results.print(
          "relay on %s: writers commit %.0f a second alone, %.0f while all is published;"
              + " load: %.0f a second, 1 %% faults%n",
          host, alone, sustainable, load);
      return soak.measure(time, load);
    }
  }

  /** The rate that the writers reach. */
  private double commit(Duration time) throws InterruptedException {
    try (Writers writers = new Writers(system.outbox(), AGGREGATES, Writers.UNLIMITED)) {
      Thread.sleep(time.toMillis());
      writers.end();
      expected += writers.written();
      return writers.written() / (double) time.toSeconds();
    }
  }

  /** The rate that the writers reach while everything is published. */
  private double sustainable(Duration time) throws InterruptedException {
    arrivals.await(expected);
    long began = System.nanoTime();
    long before = expected;
    double unused = commit(time);
    arrivals.await(expected);
    List<Double> unusedMillis = arrivals.getAndResetMillis();
    return (expected - before) / ((System.nanoTime() - began) / 1e9);
  }

  private boolean measure(Duration time, double load) throws InterruptedException {
    long pid = system.relayPid().orElseThrow();
    inject(system.stub().faults());
    results.print(
        "%6s %10s %12s %9s %9s %11s %8s %6s%n",
        "s", "written/s", "published/s", "lag p50", "lag p99", "live heap", "threads", "files");
    Instant end;
    try (Writers writers = new Writers(system.outbox(), AGGREGATES, load)) {
      watch(writers, arrivals.count(), time, pid);
      writers.end();
      end = Instant.now();
      expected += writers.written();
      results.print("commits without an answer: %d%n", writers.unknown());
    }
    arrivals.await(expected);
    double backlog = Math.max(0, Duration.between(end, arrivals.last()).toMillis() / 1e3);
    return print(load, backlog);
  }

  private static void inject(Faults faults) {
    When some = When.on(Service.EVENTBRIDGE).action("PutEvents").probability(FAULTS);
    faults.inject(some, Fault.throttle());
    faults.inject(some, Fault.fail(500, "InternalException"));
    faults.inject(some, Fault.loseAnswer());
    faults.inject(some, Fault.breakConnection());
    faults.inject(some, Fault.failEntries(0.5, EntryError.throttled(Service.EVENTBRIDGE)));
  }

  private void watch(Writers writers, long before, Duration time, long pid)
      throws InterruptedException {
    Duration pause = time.dividedBy(SAMPLES);
    pause = pause.compareTo(MIN_PAUSE) < 0 ? MIN_PAUSE : pause;
    long began = System.nanoTime();
    long last = began;
    long written = 0;
    long published = 0;
    for (long i = 1; i <= time.dividedBy(pause); i++) {
      Thread.sleep(Math.max(0, (began + i * pause.toNanos() - System.nanoTime()) / 1_000_000));
      if (system.relayPid().orElse(0) != pid) {
        throw new IllegalStateException("the relay's process has ended");
      }
      long now = System.nanoTime();
      double seconds = (now - last) / 1e9;
      long writtenNow = writers.written();
      long publishedNow = arrivals.count() - before;
      List<Double> millis = arrivals.getAndResetMillis();
      Sample sample =
          new Sample(
              (now - began) / 1e9,
              (writtenNow - written) / seconds,
              (publishedNow - published) / seconds,
              Spread.quantile(millis, 0.5),
              Spread.quantile(millis, 0.99),
              Vitals.of(pid));
      last = now;
      written = writtenNow;
      published = publishedNow;
      samples.add(sample);
      results.print(
          "%6.0f %10.1f %12.1f %6.0f ms %6.0f ms %8.1f MB %8d %6d%n",
          sample.seconds,
          sample.written,
          sample.published,
          sample.p50,
          sample.p99,
          sample.vitals.megabytes(),
          sample.vitals.threads(),
          sample.vitals.files());
    }
  }

  private boolean print(double load, double backlog) {
    boolean flat = true;
    for (Figure figure : FIGURES) {
      Trend trend = trend(figure.of);
      boolean isFlat = trend.rise <= Math.max(figure.share * trend.mean, figure.least);
      flat &= isFlat;
      results.print(
          "%-12s %8.1f %s on average, rises by %.1f: %s%n",
          figure.name, trend.mean, figure.unit, trend.rise, isFlat ? "flat" : "NOT FLAT");
    }
    double written = trend(Sample::written).mean;
    double published = trend(Sample::published).mean;
    results.print(
        "written %.1f and published %.1f a second on average, of %.0f; backlog at the end %.2f s%n",
        written, published, load, backlog);
    boolean flatHolds =
        results.bound(
            "flat over the last two thirds: heap +5 % or 0.5 MB, lag +20 % or 20 ms, threads +1,"
                + " files +3",
            flat);
    return results.bound(
            "written >= 0.9 and published >= 0.95 of the load, backlog <= 1 s",
            written >= 0.9 * load && published >= 0.95 * load && backlog <= 1)
        && flatHolds;
  }

  /**
   * The trend of a figure: the least-squares line through the last two thirds of its samples. The
   * first third is the warm-up.
   *
   * @param mean the mean of the last two thirds
   * @param rise the rise of the line from its beginning to its end
   */
  private record Trend(double mean, double rise) {}

  private Trend trend(ToDoubleFunction<Sample> figure) {
    double[] seen =
        samples.subList(samples.size() / 3, samples.size()).stream().mapToDouble(figure).toArray();
    double middle = (seen.length - 1) / 2.0;
    double mean = Arrays.stream(seen).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (int i = 0; i < seen.length; i++) {
      products += (i - middle) * (seen[i] - mean);
      squares += (i - middle) * (i - middle);
    }
    double slope = squares > 0 ? products / squares : 0;
    return new Trend(mean, slope * (seen.length - 1));
  }

  /**
   * The events that the bus accepted, with the time since just before their commit. Not
   * thread-safe.
   */
  private static final class Arrivals {
    private static final Pattern AT = Pattern.compile("\"at\":(\\d+)");
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final AwsStub stub;
    private final Set<String> ids = new HashSet<>();
    private List<Double> millis = new ArrayList<>();
    private long read;
    private Instant last = Instant.EPOCH;

    Arrivals(AwsStub stub) {
      this.stub = stub;
    }

    /** How many distinct events have arrived by now. */
    int count() {
      for (AcceptedEvent event : stub.eventBridge().acceptedAfter(read)) {
        read = event.ordinal();
        if (ids.add(group(ID, event))) {
          long at = Long.parseLong(group(AT, event));
          millis.add((double) event.acceptedAt().toEpochMilli() - at);
          last = event.acceptedAt();
        }
      }
      return ids.size();
    }

    private static String group(Pattern pattern, AcceptedEvent event) {
      Matcher matcher = pattern.matcher(event.body());
      if (!matcher.find()) {
        throw new IllegalStateException(event + " has no " + pattern);
      }
      return matcher.group(1);
    }

    /** When the last counted event was accepted. */
    Instant last() {
      return last;
    }

    /** Milliseconds from commit to acceptance of the events counted since the last call. */
    List<Double> getAndResetMillis() {
      List<Double> result = millis;
      millis = new ArrayList<>();
      return result;
    }

    /**
     * Waits until this many distinct events have arrived.
     *
     * @throws IllegalStateException if that takes more than two minutes
     */
    void await(long number) throws InterruptedException {
      Instant end = Instant.now().plus(PATIENCE);
      while (count() < number) {
        if (Instant.now().isAfter(end)) {
          throw new IllegalStateException(count() + " of " + number + " events have arrived");
        }
        Thread.sleep(10);
      }
    }
  }

  /**
   * The resources that a JVM holds; Linux only.
   *
   * @param megabytes the live heap after a full collection
   * @param threads its threads
   * @param files its open files
   */
  private record Vitals(double megabytes, int threads, int files) {
    /**
     * The usage of each generation or of the whole heap; what follows them in the output is not
     * heap.
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
        return new Vitals(
            kilobytes / 1024, Integer.parseInt(threads.group(1)), (int) files.count());
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
}
