package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.time.Duration;

/** Processes the events of a batch. Called by several threads at once. */
@FunctionalInterface
public interface EventProcessor {

  /**
   * Processes an event; for example {@code (event, left) -> inbox.handleAtLeastOnce(event, lease,
   * mailer)}. An exception or error is a failure of this event only.
   *
   * @param left time until the response is due; positive. An event that takes longer is reported as
   *     failed, without waiting for its result, and its thread is interrupted
   */
  HandleResult process(ReceivedEvent event, Duration left);
}
