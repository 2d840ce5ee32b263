package io.github.dynamooutbox.lambda.internal.telemetry;

import java.util.Arrays;

/**
 * A bounded, evenly spread choice of the values that were added, and the highest of all. An
 * invocation can publish thousands of events; a metric takes a hundred values.
 */
final class Sample {
  /** What CloudWatch's embedded metric format takes for one metric in one log line. */
  static final int MAX_VALUES = 100;

  private final double[] values = new double[MAX_VALUES];
  private int size;
  private long seen;
  private long stride = 1;
  private double max = Double.NEGATIVE_INFINITY;

  void add(double value) {
    max = Math.max(max, value);
    if (seen % stride == 0) {
      if (size == MAX_VALUES) {
        thinOut();
      }
      if (seen % stride == 0) {
        values[size++] = value;
      }
    }
    seen++;
  }

  /** Keeps every second value, and takes half as many from now on. */
  private void thinOut() {
    for (int i = 0; i < MAX_VALUES / 2; i++) {
      values[i] = values[2 * i];
    }
    size = MAX_VALUES / 2;
    stride *= 2;
  }

  boolean isEmpty() {
    return size == 0;
  }

  double[] values() {
    return Arrays.copyOf(values, size);
  }

  /** The highest of all values that were added, chosen or not. */
  double max() {
    return max;
  }
}
