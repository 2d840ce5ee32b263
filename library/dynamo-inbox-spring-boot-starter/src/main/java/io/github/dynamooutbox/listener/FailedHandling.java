package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.inbox.InboxException;
import io.github.dynamooutbox.writer.OutboxException;

/**
 * What observations get in place of an exception whose message, or that of a cause, may quote a
 * payload: its class only.
 */
final class FailedHandling extends RuntimeException {
  private static final long serialVersionUID = 1;

  private FailedHandling(String type) {
    super(type, null, false, false);
  }

  static Throwable of(Throwable failure) {
    boolean isOurs = failure instanceof InboxException || failure instanceof OutboxException;
    return isOurs && failure.getCause() == null
        ? failure
        : new FailedHandling(failure.getClass().getName());
  }
}
