package io.github.dynamooutbox.relay.park;

/**
 * Reports that a parking lot can never store this event, for example because its copy is too large.
 * The lot completes a stage exceptionally with it; the relay then halts at the event and reports it
 * instead of retrying.
 */
public final class UnparkableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message what does not fit, with sizes and without payload, and what to do about it
   */
  public UnparkableException(String message) {
    super(message);
  }
}
