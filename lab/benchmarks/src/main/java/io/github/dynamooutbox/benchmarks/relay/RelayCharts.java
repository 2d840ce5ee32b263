package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.benchmarks.results.BarChart;
import io.github.dynamooutbox.benchmarks.results.BarChart.Bars;
import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.LineChart;
import io.github.dynamooutbox.benchmarks.results.LineChart.Curve;
import io.github.dynamooutbox.benchmarks.results.LineChart.Point;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.benchmarks.results.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Collects the ratios to the hand-written loops, and draws them. */
final class RelayCharts {
  private final Map<Duration, List<Spread>> rates = new LinkedHashMap<>();
  private final Map<Duration, List<Spread>> cpu = new LinkedHashMap<>();
  private final List<Point> curve = new ArrayList<>();

  /** Called for one service after the other. */
  void rate(Duration answerTime, Spread rate) {
    rates.computeIfAbsent(answerTime, key -> new ArrayList<>()).add(rate);
  }

  /** Called for one service after the other. */
  void cpu(Duration answerTime, Spread ratio) {
    cpu.computeIfAbsent(answerTime, key -> new ArrayList<>()).add(ratio);
  }

  void curve(int aggregates, Spread rate) {
    curve.add(new Point(aggregates, rate.median()));
  }

  void draw(Results results, double rateBound, double cpuBound) {
    results.draw(
        "relay-rate",
        bars(
            new Captions(
                "Rate of the relay beside a loop by hand",
                "Ratio of the relay's rate to that of an unordered loop over the SDK's client, for"
                    + " each kind of target and answer time; medians with quartiles.",
                "target, by its answer time",
                "of the loop's rate"),
            rates,
            rateBound));
    results.draw(
        "relay-cpu",
        bars(
            new Captions(
                "CPU time of the relay beside a loop by hand",
                "Ratio of the relay's CPU time for an event to that of a loop over the SDK's client"
                    + " that parses the same bytes; medians with quartiles.",
                "target, by its answer time",
                "of the loop's CPU time"),
            cpu,
            cpuBound));
    results.draw(
        "relay-aggregates",
        new LineChart(
            new Captions(
                "Order with fewer aggregates",
                "Ratio of the rate in order to that of an unordered loop, for 1 to 400 aggregates in"
                    + " a batch of 400 events; eight requests of ten events are in flight.",
                "aggregates in a batch of 400 events",
                "of the unordered loop's rate"),
            List.of(new Curve("EventBridge, 10 ms", curve)),
            OptionalDouble.empty(),
            true));
  }

  private static BarChart bars(
      Captions captions, Map<Duration, List<Spread>> ratios, double bound) {
    List<Bars> bars = new ArrayList<>();
    ratios.forEach((time, spreads) -> bars.add(new Bars(time.toMillis() + " ms", spreads)));
    List<String> groups = new ArrayList<>();
    for (MeasuredService service : MeasuredService.values()) {
      groups.add(service.toString());
    }
    return new BarChart(captions, groups, bars, OptionalDouble.of(bound));
  }
}
