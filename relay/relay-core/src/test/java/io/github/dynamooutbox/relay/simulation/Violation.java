package io.github.dynamooutbox.relay.simulation;

/** A guarantee was broken. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1;

  Violation(String message) {
    super(message);
  }
}
