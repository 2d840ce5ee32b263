package io.github.dynamooutbox.benchmarks;

import java.util.Collection;
import java.util.Locale;

/** The median and quartiles of some figures. */
record Spread(double lower, double median, double upper) {
  /** The spread of at least one value. */
  static Spread of(Collection<Double> values) {
    return new Spread(quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75));
  }

  /** The value at a share of the sorted values, 0 for the first and 1 for the last; NaN if none. */
  static double quantile(Collection<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, lower, upper);
  }
}
