package io.github.dynamooutbox.relay.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Chance, decided by the seed alone. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  boolean chance(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  double fraction() {
    return random.nextDouble();
  }

  /** Both ends included. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  long between(long least, long most) {
    return least + random.nextLong(most - least + 1);
  }

  /** Both ends included; small numbers are as likely as large ones are rare. */
  int skewed(int least, int most) {
    double span = Math.log((double) most + 1) - Math.log(least);
    int value = (int) (least * Math.exp(random.nextDouble() * span));
    return Math.min(Math.max(value, least), most);
  }

  double skewed(double least, double most) {
    return least * Math.exp(random.nextDouble() * Math.log(most / least));
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  RandomGenerator generator() {
    return random;
  }
}
