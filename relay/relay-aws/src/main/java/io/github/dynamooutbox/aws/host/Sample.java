package io.github.dynamooutbox.aws.host;

import java.util.Arrays;

/**
 * An evenly distributed sample of the added values. Hundreds of thousands of events may be
 * published within a minute, but a metric has at most a hundred values. Not thread-safe.
 */
final class Sample {
  /** Maximum number of values of a metric in one line of CloudWatch's embedded metric format. */
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
      // Keeps every second value, and from now on half as many of the added ones, including this
      // one.
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
