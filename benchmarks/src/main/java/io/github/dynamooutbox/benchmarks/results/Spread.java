package io.github.dynamooutbox.benchmarks.results;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The median and quartiles of some figures. */
public record Spread(double lower, double median, double upper) {
  /** The spread of at least one value. */
  public static Spread of(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(value -> value).toArray();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    return new Spread(
        sorted[Math.round(last * 0.25f)],
        sorted[Math.round(last * 0.5f)],
        sorted[Math.round(last * 0.75f)]);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, lower, upper);
  }
}
