package io.github.dynamooutbox.benchmarks.embedded;

import io.github.dynamooutbox.benchmarks.results.BarChart;
import io.github.dynamooutbox.benchmarks.results.BarChart.Bars;
import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.benchmarks.results.Spread;
import io.github.dynamooutbox.localaws.AwsStub;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The same writers at the same load with and without a relay, alternating, each on a system of its
 * own. All processes share this machine, so the load is half of what the writers achieve alone.
 */
public final class EndToEnd {
  private static final double RATE_BOUND = 0.9;
  private static final double BACKLOG_BOUND = 1;
  private static final int AGGREGATES = 1_000;
  private static final Duration CALIBRATION = Duration.ofSeconds(5);

  private final Results results;
  private final Path function;
  private final Duration time;

  /** The figures of one run; without a relay there is no latency. */
  private record Run(double rate, double p50, double p99, double backlog) {}

  /**
   * Prints a row for each round.
   *
   * @param function the packaged function
   * @param time the duration of each run
   * @param rounds the number of rounds with each kind of relay
   * @return whether rate and backlog are within their bounds
   */
  public static boolean measure(Results results, Path function, Duration time, int rounds)
      throws InterruptedException {
    return new EndToEnd(results, function, time).measure(rounds);
  }

  private EndToEnd(Results results, Path function, Duration time) {
    this.results = results;
    this.function = function;
    this.time = time;
  }

  private boolean measure(int rounds) throws InterruptedException {
    double most = run(Optional.empty(), Writers.UNLIMITED, CALIBRATION).rate;
    double load = Math.floor(most / 2);
    results.print(
        "16 writers commit %.0f a second without a relay; load: %.0f a second%n", most, load);
    results.print(
        "%-8s %8s %12s %8s %10s %10s %10s%n",
        "relay", "alone/s", "with relay/s", "ratio", "p50", "p99", "backlog");
    boolean holds = true;
    List<Bars> bars = new ArrayList<>();
    for (RelayHost host : List.of(RelayHost.LAMBDA, RelayHost.KCL)) {
      List<Run> with = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        Run alone = run(Optional.empty(), load, time);
        Run relayed = run(Optional.of(host), load, time);
        with.add(relayed);
        ratios.add(relayed.rate / alone.rate);
        results.print(
            "%-8s %8.0f %12.0f %8.2f %7.0f ms %7.0f ms %8.2f s%n",
            host,
            alone.rate,
            relayed.rate,
            relayed.rate / alone.rate,
            relayed.p50,
            relayed.p99,
            relayed.backlog);
      }
      Spread backlog = Spread.of(with.stream().map(Run::backlog).toList());
      Spread ratio = Spread.of(ratios);
      results.print("%-8s rate %s, backlog %s s%n", host, ratio, backlog);
      holds &= ratio.median() >= RATE_BOUND && backlog.median() <= BACKLOG_BOUND;
      bars.add(
          new Bars(
              host.toString(),
              List.of(
                  Spread.of(with.stream().map(Run::p50).toList()),
                  Spread.of(with.stream().map(Run::p99).toList()))));
    }
    results.draw("endtoend", chart(bars));
    return results.bound("rate >= 0.9 of the writers alone, backlog at the end <= 1 s", holds);
  }

  private Run run(Optional<RelayHost> host, double load, Duration duration)
      throws InterruptedException {
    try (EmbeddedSystem system = new EmbeddedSystem(AwsStub.builder().seed(1))) {
      if (host.isPresent()) {
        system.start(host.get(), function);
      }
      Arrivals arrivals = new Arrivals(system.stub());
      long before = host.isPresent() ? warmUp(system, arrivals) : 0;
      try (Writers writers = new Writers(system.outbox(), AGGREGATES, load)) {
        long began = System.nanoTime();
        Thread.sleep(duration.toMillis());
        long written = writers.written();
        double seconds = (System.nanoTime() - began) / 1e9;
        writers.end();
        Instant end = Instant.now();
        if (host.isPresent()) {
          arrivals.await(before + writers.written());
        }
        List<Double> millis = arrivals.getAndResetMillis();
        double backlog = Math.max(0, Duration.between(end, arrivals.last()).toMillis() / 1e3);
        return new Run(
            written / seconds,
            Spread.quantile(millis, 0.5),
            Spread.quantile(millis, 0.99),
            host.isPresent() ? backlog : 0);
      }
    }
  }

  /** Waits until the first events have arrived: then the relay has started. */
  private static long warmUp(EmbeddedSystem system, Arrivals arrivals) throws InterruptedException {
    try (Writers writers = new Writers(system.outbox(), AGGREGATES, 100)) {
      Thread.sleep(2_000);
      writers.end();
      arrivals.await(writers.written());
      List<Double> unused = arrivals.getAndResetMillis();
      return writers.written();
    }
  }

  private static BarChart chart(List<Bars> bars) {
    return new BarChart(
        new Captions(
            "From commit to target on the embedded system",
            "Median and 99th percentile of the time from just before the commit until the target has"
                + " accepted the event, with the relay on Lambda and on KCL.",
            "of all events of a round; median of the rounds with quartiles",
            "milliseconds"),
        List.of("p50", "p99"),
        bars,
        OptionalDouble.empty());
  }
}
