package io.github.dynamooutbox.writer;

import java.util.random.RandomGenerator;

/** Makes every pause as long as it may be. */
final class LongestPauses implements RandomGenerator {
  @Override
  public long nextLong() {
    return 0;
  }

  @Override
  public long nextLong(long bound) {
    return bound - 1;
  }
}
