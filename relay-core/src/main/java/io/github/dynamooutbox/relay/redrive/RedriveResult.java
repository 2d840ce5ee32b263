package io.github.dynamooutbox.relay.redrive;

/** What the redrive of a lane came to. */
public sealed interface RedriveResult {
  /** How many events were published or, by rule, dropped. */
  int published();

  /** All that was parked is published; the lane is open. */
  record Reopened(int published) implements RedriveResult {}

  /**
   * Something is still parked.
   *
   * @param code why the redrive stopped: the service's error code, or our own
   * @param message what happened, without payload
   * @param environment whether the same may work later without anybody's doing
   */
  record StillParked(int published, String code, String message, boolean environment)
      implements RedriveResult {}
}
