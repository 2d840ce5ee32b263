package io.github.dynamooutbox.writer.micrometer;

import io.github.dynamooutbox.writer.OutboxException;

/**
 * What observations get in place of an exception whose message, or that of a cause, may quote a
 * payload: its class only.
 */
final class FailedCommit extends RuntimeException {
  private static final long serialVersionUID = 1;

  private FailedCommit(String type) {
    super(type, null, false, false);
  }

  static Throwable of(Throwable failure) {
    return failure instanceof OutboxException && failure.getCause() == null
        ? failure
        : new FailedCommit(failure.getClass().getName());
  }
}
