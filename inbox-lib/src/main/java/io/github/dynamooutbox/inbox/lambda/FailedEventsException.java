package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.InboxException;
import java.util.List;

/**
 * Events of a batch failed whose source only takes an error of the function for an answer. It then
 * delivers the batch again.
 */
public final class FailedEventsException extends InboxException {
  private static final long serialVersionUID = 1L;

  FailedEventsException(List<String> ids, int of) {
    super("%d of %d events failed, the first: %s".formatted(ids.size(), of, ids.get(0)), null);
  }
}
