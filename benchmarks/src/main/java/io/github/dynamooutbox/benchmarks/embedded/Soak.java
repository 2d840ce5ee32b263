package io.github.dynamooutbox.benchmarks.embedded;

import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.LineChart;
import io.github.dynamooutbox.benchmarks.results.LineChart.Curve;
import io.github.dynamooutbox.benchmarks.results.LineChart.Point;
import io.github.dynamooutbox.benchmarks.results.Results;
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
 * Half of the sustainable rate for a long time, while one request in a hundred to the target fails:
 * rate, lag, live heap, threads and open files of the relay should be flat.
 */
public final class Soak {
  private static final int AGGREGATES = 10_000;
  private static final int LOOKS = 60;
  private static final Duration LEAST_BETWEEN_LOOKS = Duration.ofSeconds(5);
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration CALIBRATION = Duration.ofSeconds(20);

  /** Of requests that fail in each way; there are five ways. */
  private static final double FAULTS = 0.002;

  private final Results results;
  private final RelayHost host;
  private final EmbeddedSystem system;
  private final RelayProcess relay;
  private final Arrivals arrivals;
  private final List<Look> looks = new ArrayList<>();

  /** What is seen after so many seconds; rates since the last look. */
  private record Look(
      double seconds, double written, double published, double p50, double p99, Vitals vitals) {}

  /** What should be flat: rises by a share of its mean, or by so little that it does not count. */
  private record Figure(
      String name, ToDoubleFunction<Look> of, double share, double least, String unit) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("lag, p50", Look::p50, 0.2, 20, "ms"),
          new Figure("live heap", look -> look.vitals.megabytes(), 0.05, 0.5, "MB"),
          new Figure("threads", look -> look.vitals.threads(), 0, 1, ""),
          new Figure("open files", look -> look.vitals.files(), 0, 3, ""));

  private Soak(Results results, RelayHost host, EmbeddedSystem system, RelayProcess relay) {
    this.results = results;
    this.host = host;
    this.system = system;
    this.relay = relay;
    this.arrivals = new Arrivals(system.stub());
  }

  /**
   * Prints what it sees, and whether it is flat.
   *
   * @param function the packaged function, for {@link RelayHost#LAMBDA}
   */
  public static boolean measure(Results results, RelayHost host, Path function, Duration time)
      throws InterruptedException {
    try (EmbeddedSystem system = new EmbeddedSystem(1)) {
      return new Soak(results, host, system, system.start(host, function)).measure(time);
    }
  }

  private boolean measure(Duration time) throws InterruptedException {
    double sustainable = sustainable();
    double load = Math.floor(sustainable / 2);
    long before = arrivals.count();
    long pid = relay.pid().orElseThrow();
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

  /** What the writers can do while all of it is published, once all processes are warm. */
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
      List<Double> unused = arrivals.takeMillis();
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
    Duration pause = time.dividedBy(LOOKS);
    pause = pause.compareTo(LEAST_BETWEEN_LOOKS) < 0 ? LEAST_BETWEEN_LOOKS : pause;
    long began = System.nanoTime();
    long last = began;
    long written = 0;
    long published = 0;
    for (long i = 1; i <= time.dividedBy(pause); i++) {
      Thread.sleep(Math.max(0, (began + i * pause.toNanos() - System.nanoTime()) / 1_000_000));
      if (relay.pid().orElse(0) != pid) {
        throw new IllegalStateException("the relay's process has ended");
      }
      long now = System.nanoTime();
      double seconds = (now - last) / 1e9;
      long writtenNow = writers.written();
      long publishedNow = arrivals.count() - before;
      List<Double> millis = arrivals.takeMillis();
      Look look =
          new Look(
              (now - began) / 1e9,
              (writtenNow - written) / seconds,
              (publishedNow - published) / seconds,
              Arrivals.quantile(millis, 0.5),
              Arrivals.quantile(millis, 0.99),
              Vitals.of(pid));
      last = now;
      written = writtenNow;
      published = publishedNow;
      looks.add(look);
      results.print(
          "%6.0f %10.1f %12.1f %6.0f ms %6.0f ms %8.1f MB %8d %6d%n",
          look.seconds,
          look.written,
          look.published,
          look.p50,
          look.p99,
          look.vitals.megabytes(),
          look.vitals.threads(),
          look.vitals.files());
    }
  }

  private boolean print(double load) {
    boolean flat = true;
    for (Figure figure : FIGURES) {
      Trend trend = Trend.of(looks.stream().map(look -> figure.of.applyAsDouble(look)).toList());
      boolean isFlat = trend.isFlat(figure.share, figure.least);
      flat &= isFlat;
      results.print(
          "%-12s %8.1f %s on average, rises by %.1f: %s%n",
          figure.name, trend.mean(), figure.unit, trend.rise(), isFlat ? "flat" : "NOT FLAT");
    }
    Trend published = Trend.of(looks.stream().map(Look::published).toList());
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
                curve("live heap", look -> look.vitals.megabytes()),
                curve("threads", look -> look.vitals.threads()),
                curve("open files", look -> look.vitals.files())),
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
            List.of(curve("published/s", Look::published), curve("lag p50, ms", Look::p50)),
            OptionalDouble.empty(),
            false));
  }

  private Curve curve(String name, ToDoubleFunction<Look> figure) {
    return new Curve(
        name,
        looks.stream().map(look -> new Point(look.seconds, figure.applyAsDouble(look))).toList());
  }
}
