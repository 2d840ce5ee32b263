package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.benchmarks.EmbeddedSystem.RelayHost;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Writers and a relay at half of the sustainable rate, while one request in a hundred to the target
 * fails: the writers must not be slower than that rate, which they exceed without a relay, the
 * relay must keep up, and its lag, live heap, threads and open files should stay flat.
 */
@Command(
    name = "soak",
    description =
        "writers with a relay, at half of the sustainable rate: rate, lag, live heap, threads,"
            + " files over time")
final class Soak extends Benchmark {
  private static final int ORDERS = 10_000;
  private static final int SAMPLES = 60;
  private static final Duration MIN_PAUSE = Duration.ofSeconds(5);

  /** The share of requests that fail in each of five ways. */
  private static final double FAULTS = 0.002;

  @Mixin private PackagedFunction function = new PackagedFunction();

  @Option(names = "--relay", required = true, description = "lambda or kcl")
  private RelayHost host = RelayHost.LAMBDA;

  @Option(
      names = "--minutes",
      defaultValue = "30",
      description = "duration (default: ${DEFAULT-VALUE})")
  private int minutes;

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

  @Override
  boolean measure() throws IOException, InterruptedException {
    Duration time = isShort() ? Duration.ofSeconds(5) : Duration.ofMinutes(minutes);
    try (EmbeddedSystem system = new EmbeddedSystem(AwsStub.builder().seed(1))) {
      double seconds = shortOr(2, 20);
      Arrivals before = new Arrivals(system.stub(), "before-");
      int alone = commit(system, "before-", seconds);
      system.start(host, function.jar());
      // All processes are warm when that is published.
      before.await(alone);
      Arrivals meanwhile = new Arrivals(system.stub(), "meanwhile-");
      long began = System.nanoTime();
      meanwhile.await(commit(system, "meanwhile-", seconds));
      double sustainable = meanwhile.count() * 1e9 / (System.nanoTime() - began);
      double load = Math.floor(sustainable / 2);
      print(
          "relay on %s: writers commit %.0f a second alone, %.0f while all is published;"
              + " load: %.0f a second, 1 %% faults%n",
          host, alone / seconds, sustainable, load);

      inject(system.stub().faults());
      Arrivals arrivals = new Arrivals(system.stub(), "o-");
      try (Writers writers = new Writers(system.outbox(), "o-", ORDERS, load)) {
        List<Sample> samples = watch(writers, arrivals, time, system);
        writers.end();
        Instant end = Instant.now();
        arrivals.await(writers.written());
        double backlog = Math.max(0, Duration.between(end, arrivals.last()).toMillis() / 1e3);
        return print(samples, load, backlog);
      }
    }
  }

  /** How many events the writers commit, as fast as they can. */
  private static int commit(EmbeddedSystem system, String prefix, double seconds)
      throws InterruptedException {
    try (Writers writers = new Writers(system.outbox(), prefix, ORDERS, Writers.UNLIMITED)) {
      Thread.sleep((long) (seconds * 1000));
      writers.end();
      return writers.written();
    }
  }

  private static void inject(Faults faults) {
    When some = When.on(Service.EVENTBRIDGE).action("PutEvents").probability(FAULTS);
    faults.inject(some, Fault.throttle());
    faults.inject(some, Fault.fail(500, "InternalException"));
    faults.inject(some, Fault.loseAnswer());
    faults.inject(some, Fault.breakConnection());
    faults.inject(some, Fault.failEntries(0.5, EntryError.throttled(Service.EVENTBRIDGE)));
  }

  private List<Sample> watch(
      Writers writers, Arrivals arrivals, Duration time, EmbeddedSystem system)
      throws IOException, InterruptedException {
    print(
        "%6s %10s %12s %9s %9s %11s %8s %6s%n",
        "s", "written/s", "published/s", "lag p50", "lag p99", "live heap", "threads", "files");
    List<Sample> samples = new ArrayList<>();
    long pid = system.relayPid().orElseThrow();
    Duration pause = time.dividedBy(SAMPLES);
    pause = pause.compareTo(MIN_PAUSE) < 0 ? MIN_PAUSE : pause;
    long began = System.nanoTime();
    long last = began;
    long written = 0;
    long published = arrivals.count();
    for (long i = 1; i <= time.dividedBy(pause); i++) {
      Thread.sleep(Math.max(0, (began + i * pause.toNanos() - System.nanoTime()) / 1_000_000));
      if (system.relayPid().orElse(0) != pid) {
        throw new IllegalStateException("the relay's process has ended");
      }
      long now = System.nanoTime();
      double seconds = (now - last) / 1e9;
      long writtenNow = writers.written();
      long publishedNow = arrivals.count();
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
      print(
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
    return samples;
  }

  private boolean print(List<Sample> samples, double load, double backlog) {
    // The first third is the warm-up.
    List<Sample> later = samples.subList(samples.size() / 3, samples.size());
    boolean flat = true;
    for (Figure figure : FIGURES) {
      double[] values = later.stream().mapToDouble(figure.of).toArray();
      double mean = mean(values);
      double rise = rise(values);
      boolean isFlat = rise <= Math.max(figure.share * mean, figure.least);
      flat &= isFlat;
      print(
          "%-12s %8.1f %s on average, rises by %.1f: %s%n",
          figure.name, mean, figure.unit, rise, isFlat ? "flat" : "NOT FLAT");
    }
    double written = mean(later.stream().mapToDouble(Sample::written).toArray());
    double published = mean(later.stream().mapToDouble(Sample::published).toArray());
    print(
        "written %.1f and published %.1f a second on average, of %.0f; backlog at the end %.2f s%n",
        written, published, load, backlog);
    boolean flatHolds =
        bound(
            "flat over the last two thirds: heap +5 % or 0.5 MB, lag +20 % or 20 ms, threads +1,"
                + " files +3",
            flat);
    return bound(
            "written >= 0.9 and published >= 0.95 of the load, backlog <= 1 s",
            written >= 0.9 * load && published >= 0.95 * load && backlog <= 1)
        && flatHolds;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** The rise of the least-squares line through these values, from its beginning to its end. */
  private static double rise(double[] values) {
    double middle = (values.length - 1) / 2.0;
    double mean = mean(values);
    double products = 0;
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      products += (i - middle) * (values[i] - mean);
      squares += (i - middle) * (i - middle);
    }
    return squares > 0 ? products / squares * (values.length - 1) : 0;
  }

  /** What a JVM holds: its live heap, after a full collection, threads and files; Linux only. */
  private record Vitals(double megabytes, int threads, int files) {
    private static final Pattern LIVE_BYTES = Pattern.compile("Total +\\d+ +(\\d+)");
    private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

    static Vitals of(long pid) throws IOException, InterruptedException {
      double bytes = Double.parseDouble(Arrivals.find(LIVE_BYTES, histogramOfLiveObjects(pid)));
      Path process = Path.of("/proc", Long.toString(pid));
      int threads =
          Integer.parseInt(Arrivals.find(THREADS, Files.readString(process.resolve("status"))));
      try (Stream<Path> files = Files.list(process.resolve("fd"))) {
        return new Vitals(bytes / (1 << 20), threads, (int) files.count());
      }
    }

    private static String histogramOfLiveObjects(long pid)
        throws IOException, InterruptedException {
      String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      Process process =
          new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("jcmd failed: " + output);
      }
      return output;
    }
  }
}
