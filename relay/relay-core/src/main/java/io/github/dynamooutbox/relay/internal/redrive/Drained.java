package io.github.dynamooutbox.relay.internal.redrive;

/** How the draining of a queue ended. */
public enum Drained {
  /** It is empty, and live events pass again. */
  RELEASED,
  /** Something is left in it that could not be published, and stays parked. */
  STUCK,
  /** Time was up, or the lease was lost. */
  INTERRUPTED
}
