package io.github.dynamooutbox.relay.simulation;

/** Once an event was accepted by a target, or parked for it. */
final class Handling {
  final Run run;
  final int target;
  final boolean parked;
  final long step;

  /** Whether the run got to know about it. */
  boolean known;

  /** Since when the run knows that its receipt is durable. */
  long receiptedAt = Long.MAX_VALUE;

  Handling(Run run, int target, boolean parked, long step) {
    this.run = run;
    this.target = target;
    this.parked = parked;
    this.step = step;
  }
}
