package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.benchmarks.cost.ProcessContest;
import io.github.dynamooutbox.benchmarks.cost.ProcessContest.Cost;
import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.LineChart;
import io.github.dynamooutbox.benchmarks.results.LineChart.Curve;
import io.github.dynamooutbox.benchmarks.results.LineChart.Point;
import io.github.dynamooutbox.benchmarks.results.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How CPU time and bytes per published megabyte grow with the aggregates, payload, targets and
 * shards of one worker. Each row publishes the same number of megabytes, alternating with the
 * others.
 */
public final class Growth {
  /** The most that a megabyte may cost, as a multiple of the cheapest smaller row. */
  private static final double BOUND = 1.2;

  /**
   * With fewer, requests are not full: the table shows that, but in a plot it would dwarf
   * everything else.
   */
  private static final int LEAST_AGGREGATES_DRAWN = 100;

  private static final int MEGABYTES = 20;
  private static final int QUICK_MEGABYTES = 2;
  private static final int ROUNDS = 5;

  private static final Map<String, List<GrowthCase>> CASES = cases();

  private final Results results;
  private final int megabytes;
  private final Map<GrowthCase, List<Cost>> costs = new LinkedHashMap<>();

  private Growth(Results results, int megabytes) {
    this.results = results;
    this.megabytes = megabytes;
  }

  private static Map<String, List<GrowthCase>> cases() {
    Map<String, List<GrowthCase>> cases = new LinkedHashMap<>();
    cases.put(
        "aggregates",
        List.of(1, 10, 100, 1_000, 10_000).stream().map(n -> new GrowthCase(n, 1, 1, 1)).toList());
    cases.put(
        "KB payload",
        List.of(1, 4, 16, 64, 200).stream().map(n -> new GrowthCase(1_000, n, 1, 1)).toList());
    cases.put(
        "targets", List.of(1, 2, 3, 4).stream().map(n -> new GrowthCase(1_000, 1, n, 1)).toList());
    cases.put(
        "shards", List.of(1, 4, 16, 64).stream().map(n -> new GrowthCase(1_000, 1, 1, n)).toList());
    return cases;
  }

  /**
   * Prints a table for each dimension.
   *
   * @param quick one round with a tenth of the data
   * @return whether every row is within the bound
   */
  public static boolean measure(Results results, boolean quick) {
    Growth growth = new Growth(results, quick ? QUICK_MEGABYTES : MEGABYTES);
    try (AnswerProcess server = new AnswerProcess()) {
      LocalAccount.use(server.endpoint());
      growth.publish(new GrowthCase(1_000, 1, 1, 1), ROUNDS);
      growth.costs.clear();
      for (int round = 0; round < (quick ? 1 : ROUNDS); round++) {
        CASES.values().forEach(cases -> cases.forEach(each -> growth.publish(each, 1)));
      }
    }
    return growth.print();
  }

  private void publish(GrowthCase which, int times) {
    try (GrowthRun run = new GrowthRun(which, megabytes)) {
      for (int i = 0; i < times; i++) {
        costs
            .computeIfAbsent(which, key -> new ArrayList<>())
            .add(ProcessContest.cost(run::publish));
      }
    }
  }

  private boolean print() {
    boolean holds = true;
    List<Curve> curves = new ArrayList<>();
    for (Map.Entry<String, List<GrowthCase>> dimension : CASES.entrySet()) {
      results.print(
          "%-12s %12s %14s %16s %20s%n",
          dimension.getKey(), "MB/s", "CPU ms a MB", "bytes a byte", "of cheapest smaller");
      List<Point> points = new ArrayList<>();
      double cheapest = Double.MAX_VALUE;
      for (GrowthCase row : dimension.getValue()) {
        double sent = (double) megabytes * row.targets();
        double cpu = median(row, cost -> cost.cpuNanos() / 1e6) / sent;
        double ratio = cpu / Math.min(cheapest, cpu);
        cheapest = Math.min(cheapest, cpu);
        holds &= ratio <= BOUND;
        if (row.aggregates() >= LEAST_AGGREGATES_DRAWN) {
          points.add(new Point(row.of(dimension.getKey()), cpu));
        }
        results.print(
            "%-12d %12.1f %14.2f %16.1f %20.2f%n",
            row.of(dimension.getKey()),
            sent / median(row, cost -> cost.nanos() / 1e9),
            cpu,
            median(row, Cost::bytes) / sent / (1 << 20),
            ratio);
      }
      curves.add(new Curve(dimension.getKey(), points));
    }
    results.draw("growth", chart(curves));
    return results.bound("CPU a MB <= %.1f times the cheapest smaller row".formatted(BOUND), holds);
  }

  private double median(GrowthCase row, ToDoubleFunction<Cost> figure) {
    return ProcessContest.median(costs.getOrDefault(row, List.of()), figure);
  }

  private static LineChart chart(List<Curve> curves) {
    return new LineChart(
        new Captions(
            "CPU time for each megabyte",
            "CPU milliseconds for each megabyte published, for 100 to 10,000 aggregates, payloads of 1"
                + " to 200 KB, 1 to 4 targets and 1 to 64 shards. A flat line is linear in bytes.",
            "aggregates, KB of payload, targets, shards",
            "CPU ms a MB"),
        curves,
        OptionalDouble.empty(),
        true);
  }
}
