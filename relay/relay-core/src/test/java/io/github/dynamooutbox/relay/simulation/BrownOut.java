package io.github.dynamooutbox.relay.simulation;

/**
 * How a target accepts only some of what it gets, until the world becomes calm: a rate, a share, or
 * now and then. None of it for most targets.
 *
 * @param rate entries a second, with as many at once; 0: any number
 * @param share of the entries
 * @param period after which it repeats itself; 0: it is always up
 * @param downFor how long it is down in each period
 * @param phase where the first period begins
 */
record BrownOut(double rate, double share, long period, long downFor, long phase) {
  static final BrownOut NONE = new BrownOut(0, 1, 0, 0, 0);

  static BrownOut of(Dice dice) {
    double kind = dice.fraction();
    if (kind < 0.06) {
      return new BrownOut(dice.skewed(0.5, 50.0), 1, 0, 0, 0);
    }
    if (kind < 0.12) {
      return new BrownOut(0, dice.skewed(0.02, 0.5), 0, 0, 0);
    }
    if (kind < 0.18) {
      long period = dice.between(2, 90) * SimTime.SECONDS;
      long downFor = (long) (dice.skewed(0.1, 0.9) * period);
      return new BrownOut(0, 1, period, downFor, dice.between(0, period));
    }
    return NONE;
  }

  boolean isDown(long time) {
    return period > 0 && (time + phase) % period < downFor;
  }
}
