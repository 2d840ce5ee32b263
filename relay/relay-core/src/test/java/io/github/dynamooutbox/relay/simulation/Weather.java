package io.github.dynamooutbox.relay.simulation;

/** How a seed differs from the others as a whole. */
enum Weather {
  USUAL,
  /** Much is parked and redriven, and owners change, all within a short time. */
  STORM,
  /** Owners change while lanes are closed and answers are slow. */
  CONTEST,
  /** Lanes of unreadable records are reopened and closed again, and some events have no rule. */
  REOPENING,
  /** Thousands of aggregates. */
  CROWD,
  /** The stream is about to trim what a target takes too slowly. */
  LATE;

  static Weather of(Dice dice) {
    double chance = dice.fraction();
    if (chance < 0.0025) {
      return CROWD;
    }
    if (chance >= 0.996) {
      return LATE;
    }
    return chance < 0.06 ? CONTEST : chance < 0.1 ? REOPENING : chance < 0.24 ? STORM : USUAL;
  }

  /** Whether things happen close together, to few aggregates. */
  boolean isRough() {
    return this == STORM || this == CONTEST || this == REOPENING;
  }

  /** Whether what is bad is mended soon, and redriven again and again. */
  boolean mendsSoon() {
    return this == REOPENING;
  }
}
