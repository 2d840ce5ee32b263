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
   * @param obstacle whose fault that is
   */
  record StillParked(int published, String code, String message, Obstacle obstacle)
      implements RedriveResult {}

  /** What is in the way of a redrive. */
  enum Obstacle {
    /** The event itself, or how it is routed: somebody has to do something. */
    EVENT,
    /** Its target, which may take it later, and may fail for other lanes as well. */
    TARGET,
    /** Nothing but time, or something of the lane's own: it may work when it is tried again. */
    TIME
  }
}
