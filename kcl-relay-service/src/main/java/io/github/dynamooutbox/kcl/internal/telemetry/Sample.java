package io.github.dynamooutbox.kcl.internal.telemetry;

import java.util.Arrays;

/**
 * An evenly spread choice of the values that were added. Within a minute a worker may publish
 * hundreds of thousands of events; a metric takes a hundred values. Not thread-safe.
 */
final class Sample {
  /** What CloudWatch's embedded metric format takes for one metric in one line. */
  static final int MAX_VALUES = 100;

  private final double[] values = new double[MAX_VALUES];
  private int size;
  private long seen;
  private long stride = 1;

  void add(double value) {
    if (seen++ % stride != 0) {
      return;
    }
    if (size == MAX_VALUES) {
      // Every second value stays, and half as many are taken from now on: this one is among them.
      size = MAX_VALUES / 2;
      Arrays.setAll(values, i -> i < size ? values[2 * i] : 0);
      stride *= 2;
    }
    values[size++] = value;
  }

  double[] values() {
    return Arrays.copyOf(values, size);
  }
}
