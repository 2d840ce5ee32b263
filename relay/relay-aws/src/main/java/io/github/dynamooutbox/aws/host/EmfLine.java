package io.github.dynamooutbox.aws.host;

import java.util.EnumMap;
import java.util.Map;

/** Collects metrics that are written in one line. Not thread-safe. */
public final class EmfLine {
  private final Map<Metric, Double> totals = new EnumMap<>(Metric.class);
  private final Map<Metric, Sample> samples = new EnumMap<>(Metric.class);

  /** Adds to the metric's sum. */
  public void add(Metric metric, double number) {
    totals.merge(metric, number, Double::sum);
  }

  /** Records a value of which only the highest is written. */
  public void max(Metric metric, double value) {
    totals.merge(metric, value, Math::max);
  }

  /** Records a single value; at most a hundred of them are written. */
  public void value(Metric metric, double value) {
    samples.computeIfAbsent(metric, any -> new Sample()).add(value);
  }

  /** Whether there is nothing to write. */
  public boolean isEmpty() {
    return totals.isEmpty() && samples.isEmpty();
  }

  Map<Metric, Double> totals() {
    return totals;
  }

  Map<Metric, Sample> samples() {
    return samples;
  }
}
