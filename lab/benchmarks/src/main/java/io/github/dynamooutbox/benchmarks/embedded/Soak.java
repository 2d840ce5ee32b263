package io.github.dynamooutbox.benchmarks.embedded;

import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.LineChart;
import io.github.dynamooutbox.benchmarks.results.LineChart.Curve;
import io.github.dynamooutbox.benchmarks.results.LineChart.Point;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.benchmarks.results.Spread;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Runs at half of the sustainable rate for a long time, while one request in a hundred to the
 * target fails: the relay's rate, lag, live heap, threads and open files should stay flat.
 */
public final class Soak {
  private static final int AGGREGATES = 10_000;
  private static final int SAMPLES = 60;
  private static final Duration MIN_PAUSE = Duration.ofSeconds(5);
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration CALIBRATION = Duration.ofSeconds(20);

  /** The share of requests that fail in each of five ways. */
  private static final double FAULTS = 0.002;

  private final Results results;
  private final RelayHost host;
  private final EmbeddedSystem system;
  private final Arrivals arrivals;
  private final List<Sample> samples = new ArrayList<>();

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

  private Soak(Results results, RelayHost host, EmbeddedSystem system) {
    this.results = results;
    this.host = host;
    this.system = system;
    this.arrivals = new Arrivals(system.stub());
  }

  /**
   * Prints the samples and whether the figures are flat.
   *
   * @param function the packaged function, for {@link RelayHost#LAMBDA}
   * @return whether all figures are flat and the relay keeps up
   */
  public static boolean measure(Results results, RelayHost host, Path function, Duration time)
      throws InterruptedException {
    try (EmbeddedSystem system = new EmbeddedSystem(AwsStub.builder().seed(1))) {
      system.start(host, function);
      return new Soak(results, host, system).measure(time);
    }
  }

  private boolean measure(Duration time) throws InterruptedException {
    double sustainable = sustainable();
    double load = Math.floor(sustainable / 2);
    long before = arrivals.count();
    long pid = system.relayPid().orElseThrow();
    inject(system.stub().faults());
    results.print(
        "relay on %s: %.0f events a second are sustainable; load: %.0f a second, 1 %% faults%n",
        host, sustainable, load);
    results.print(
        "%6s %10s %12s %9s %9s %11s %8s %6s%n",
        "s", "written/s", "published/s", "lag p50", "lag p99", "live heap", "threads", "files");
    long written;
    try (Writers writers = new Writers(system.outbox(), AGGREGATES, load)) {
      watch(writers, before, time, pid);
      writers.end();
      written = writers.written();
      results.print("commits without an answer: %d%n", writers.unknown());
    }
    arrivals.await(before + written);
    draw();
    return print(load);
  }

  /** The rate that the writers reach while everything is published, once all processes are warm. */
  private double sustainable() throws InterruptedException {
    double whileCold = rate(WARM_UP);
    results.print("%.0f events a second while the processes were cold%n", whileCold);
    return rate(CALIBRATION);
  }

  private double rate(Duration time) throws InterruptedException {
    long before = arrivals.count();
    long began = System.nanoTime();
    try (Writers writers = new Writers(system.outbox(), AGGREGATES, Writers.UNLIMITED)) {
      Thread.sleep(time.toMillis());
      writers.end();
      arrivals.await(before + writers.written());
      List<Double> unused = arrivals.getAndResetMillis();
      return writers.written() / ((System.nanoTime() - began) / 1e9);
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

  private boolean print(double load) {
    boolean flat = true;
    for (Figure figure : FIGURES) {
      Trend trend =
          Trend.of(samples.stream().map(sample -> figure.of.applyAsDouble(sample)).toList());
      boolean isFlat = trend.isFlat(figure.share, figure.least);
      flat &= isFlat;
      results.print(
          "%-12s %8.1f %s on average, rises by %.1f: %s%n",
          figure.name, trend.mean(), figure.unit, trend.rise(), isFlat ? "flat" : "NOT FLAT");
    }
    Trend published = Trend.of(samples.stream().map(Sample::published).toList());
    boolean keepsUp = published.mean() >= 0.95 * load;
    results.print(
        "published    %8.1f a second on average, of %.0f: %s%n",
        published.mean(), load, keepsUp ? "keeps up" : "FALLS BEHIND");
    return results.bound(
        "flat over the last two thirds: heap +5 % or 0.5 MB, lag +20 % or 20 ms, threads +1, files +3",
        flat && keepsUp);
  }

  private void draw() {
    String name = host.toString().toLowerCase(Locale.ROOT);
    results.draw(
        "soak-" + name,
        new LineChart(
            new Captions(
                "Soak, relay on " + host,
                "Live heap in megabytes, threads and open files of the relay's process over time.",
                "seconds",
                "MB, threads, files"),
            List.of(
                curve("live heap", sample -> sample.vitals.megabytes()),
                curve("threads", sample -> sample.vitals.threads()),
                curve("open files", sample -> sample.vitals.files())),
            OptionalDouble.empty(),
            false));
    results.draw(
        "soak-" + name + "-flow",
        new LineChart(
            new Captions(
                "Soak, relay on " + host + ": rate and lag",
                "Events published a second, and the median time from commit to target, over time.",
                "seconds",
                "events a second, ms"),
            List.of(curve("published/s", Sample::published), curve("lag p50, ms", Sample::p50)),
            OptionalDouble.empty(),
            false));
  }

  private Curve curve(String name, ToDoubleFunction<Sample> figure) {
    return new Curve(
        name,
        samples.stream()
            .map(sample -> new Point(sample.seconds, figure.applyAsDouble(sample)))
            .toList());
  }
}
