package io.github.dynamooutbox.benchmarks.cost;

import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.benchmarks.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The cost of a library's requests compared with hand-written ones: medians over several JVMs. */
public final class CostTable {
  private static final int JVMS = 5;

  private CostTable() {}

  /** The most that a library's request may cost, as a multiple of the hand-written one. */
  public record Bounds(double cpu, double bytes) {}

  /**
   * Prints a row for each case.
   *
   * @param library the library's name
   * @return whether all cases are within their bounds
   */
  public static boolean measure(
      String library, Class<? extends CostSuite> suite, Bounds bounds, Results results) {
    Map<String, List<List<CostPair>>> cases = new LinkedHashMap<>();
    for (int i = 0; i < JVMS; i++) {
      for (List<CostPair> pairs : byName(CostProcess.run(suite)).values()) {
        cases.computeIfAbsent(pairs.get(0).name(), name -> new ArrayList<>()).add(pairs);
      }
    }
    results.print(
        "%-28s %10s %8s %6s %12s %12s   %10s %8s %6s%n",
        "case",
        library + " us",
        "hand us",
        "CPU",
        "quartiles",
        "JVMs",
        library + " KB",
        "hand KB",
        "bytes");
    boolean holds = true;
    for (List<List<CostPair>> jvms : cases.values()) {
      holds &= row(jvms, bounds, results);
    }
    results.print("bounds: CPU %.2f, bytes %.2f%n", bounds.cpu(), bounds.bytes());
    return holds;
  }

  private static Map<String, List<CostPair>> byName(List<CostPair> pairs) {
    Map<String, List<CostPair>> cases = new LinkedHashMap<>();
    for (CostPair pair : pairs) {
      cases.computeIfAbsent(pair.name(), name -> new ArrayList<>()).add(pair);
    }
    return cases;
  }

  private static boolean row(List<List<CostPair>> jvms, Bounds bounds, Results results) {
    List<CostPair> pairs = jvms.stream().flatMap(List::stream).toList();
    double[] medians =
        jvms.stream().mapToDouble(jvm -> quantile(jvm, CostPair::cpuRatio, 0.5)).sorted().toArray();
    double cpu = quantile(pairs, CostPair::cpuRatio, 0.5);
    double bytes = quantile(pairs, CostPair::bytesRatio, 0.5);
    results.print(
        "%-28s %10.1f %8.1f %6.3f %6.3f-%.3f %6.3f-%.3f   %10.1f %8.1f %6.3f%n",
        pairs.get(0).name(),
        quantile(pairs, CostPair::nanos, 0.5) / 1e3,
        quantile(pairs, CostPair::handNanos, 0.5) / 1e3,
        cpu,
        quantile(pairs, CostPair::cpuRatio, 0.25),
        quantile(pairs, CostPair::cpuRatio, 0.75),
        medians[0],
        medians[medians.length - 1],
        quantile(pairs, CostPair::bytes, 0.5) / 1e3,
        quantile(pairs, CostPair::handBytes, 0.5) / 1e3,
        bytes);
    return cpu <= bounds.cpu() && bytes <= bounds.bytes();
  }

  private static double quantile(
      List<CostPair> pairs, ToDoubleFunction<CostPair> figure, double share) {
    return Spread.quantile(pairs.stream().map(figure::applyAsDouble).toList(), share);
  }
}
