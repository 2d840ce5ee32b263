package io.github.dynamooutbox.relay.simulation;

/** Redrives what is parked now and then while traffic flows, and all of it at the end. */
final class Operator {
  Operator(World world) {}

  void start() {}

  /** From now on redrives only what is left. */
  void stop() {}

  /** Redrives everything again and again, as long as that changes anything. */
  boolean redriveRest() {
    return false;
  }
}
