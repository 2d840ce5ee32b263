package io.github.dynamooutbox.relay.internal.lane;

import java.time.Instant;

/**
 * Finds out whether a target refuses events because it gets too many a second. Each process sends
 * less for ten seconds and more for another ten, all of them at the same time: a target that takes
 * a number of events a second accepts as many in both, one that takes a share of all attempts, or
 * of those of some events, accepts more of more. Confined to the relay's event loop.
 */
final class Trial {
  /** Seconds of each half. */
  private static final int HALF = 10;

  /** What a single round may say, whatever happens in it: natural logarithms of odds. */
  private static final double MOST_OF_A_ROUND = 2;

  /** From here on it is decided: odds of 20 to 1. */
  private static final double DECIDED = 3;

  private static final double MOST = 2 * DECIDED;

  /** A target accepts more of more if it accepts a quarter as much more as it is sent. */
  private static final double PART = 0.25;

  /** What happened in a half. */
  private static final class Half {
    private int attempts;
    private int accepted;
    private int seconds;
    private long lastSecond = Long.MIN_VALUE;

    void count(long second, int sent, int taken) {
      attempts += sent;
      accepted += taken;
      seconds += second == lastSecond ? 0 : 1;
      lastSecond = second;
    }
  }

  private long round = Long.MIN_VALUE;
  private Half low = new Half();
  private Half high = new Half();
  private double attemptsInHigh;
  private double odds = MOST;
  private boolean isRate = true;

  /** Whether it is the time to send less. */
  static boolean isLow(Instant now) {
    long half = Math.floorDiv(now.getEpochSecond(), HALF);
    // Thue and Morse's sequence, so that no rhythm of a target is in step with it.
    return ((half + Long.bitCount(half >> 1)) & 1) == 0;
  }

  /** Whether the target accepts a number of events a second, as far as is known. */
  boolean isRate() {
    return isRate;
  }

  /** Attempts a second when more was sent lately. */
  double attemptsInHigh() {
    return attemptsInHigh;
  }

  /** So many attempts were answered, of which so many were accepted. */
  void answered(Instant now, int attempts, int accepted) {
    long second = now.getEpochSecond();
    long current = Math.floorDiv(second, 2 * HALF);
    if (current != round) {
      conclude();
      round = current;
    }
    (isLow(now) ? low : high).count(second, attempts, accepted);
  }

  private void conclude() {
    if (high.seconds > 0) {
      attemptsInHigh = (double) high.attempts / high.seconds;
    }
    if (low.attempts > 0 && high.attempts > 0) {
      double ifRate = (double) low.seconds / (low.seconds + high.seconds);
      double ifShare = (double) low.attempts / (low.attempts + high.attempts);
      double ifMore = ifRate + PART * (ifShare - ifRate);
      double said =
          low.accepted * Math.log(ifRate / ifMore)
              + high.accepted * Math.log((1 - ifRate) / (1 - ifMore));
      odds += Math.max(-MOST_OF_A_ROUND, Math.min(MOST_OF_A_ROUND, said));
      odds = Math.max(-MOST, Math.min(MOST, odds));
      if (Math.abs(odds) >= DECIDED) {
        isRate = odds > 0;
      }
    }
    low = new Half();
    high = new Half();
  }
}
