package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * A target, and when it is in trouble.
 *
 * @param outages when it is down
 * @param bursts when it throttles most of what it gets
 */
record TargetPlan(
    String name, boolean ordered, BatchLimits limits, List<Period> outages, List<Period> bursts) {

  /** From a moment on, until just before another. */
  record Period(long from, long until) {
    boolean covers(long time) {
      return from <= time && time < until;
    }

    long length() {
      return until - from;
    }
  }

  /** Whether one of these periods covers this time. */
  static boolean covers(List<Period> periods, long time) {
    for (Period period : periods) {
      if (period.covers(time)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Some targets.
   *
   * @param span how long events are written
   * @param scale how much longer than usual everything takes
   */
  static List<TargetPlan> some(Dice dice, long span, int scale) {
    int count = dice.chance(0.3) ? 1 : dice.between(2, 4);
    boolean allDown = dice.chance(0.06);
    List<TargetPlan> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BatchLimits limits =
          new BatchLimits(
              dice.skewed(1, 20),
              dice.chance(0.3) ? dice.between(40, 400) : 262_144,
              dice.skewed(1, 8));
      targets.add(
          new TargetPlan(
              "t" + i,
              dice.chance(0.7),
              limits,
              periods(dice, allDown ? 1 : 0.25, span, scale * 3L * SimTime.MINUTES),
              periods(dice, 0.15, span, scale * 20L * SimTime.SECONDS)));
    }
    return List.copyOf(targets);
  }

  /** The same, with one more outage at the end. */
  TargetPlan failingAgain(Period outage) {
    List<Period> all = new ArrayList<>(outages);
    all.add(outage);
    return new TargetPlan(name, ordered, limits, all, bursts);
  }

  /** No period, or one of at most this length that begins while events are written. */
  static List<Period> periods(Dice dice, double chance, long span, long longest) {
    if (!dice.chance(chance)) {
      return List.of();
    }
    long from = dice.between(0, span);
    return List.of(new Period(from, from + dice.between(longest / 180, longest)));
  }
}
