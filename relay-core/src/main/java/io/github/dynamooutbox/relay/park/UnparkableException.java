package io.github.dynamooutbox.relay.park;

/**
 * A parking lot can never hold this event, however often it is asked: its copy is too large, for
 * example. The lot completes a stage with it exceptionally; the relay then halts at the event and
 * says so, instead of asking again without end.
 */
public final class UnparkableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * An event that does not fit.
   *
   * @param message what does not fit, with numbers and without payload, and what to do about it
   */
  public UnparkableException(String message) {
    super(message);
  }
}
