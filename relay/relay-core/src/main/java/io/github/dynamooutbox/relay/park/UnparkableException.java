package io.github.dynamooutbox.relay.park;

/**
 * Reports that an event can never be parked, for example because its copy is too large. The queues
 * complete a stage exceptionally with it; the relay then halts at the event instead of retrying.
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
