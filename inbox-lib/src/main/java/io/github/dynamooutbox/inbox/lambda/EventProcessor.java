package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.time.Duration;

/** What is done with each event of a batch. Called by several threads at once. */
@FunctionalInterface
public interface EventProcessor {

  /**
   * Processes an event; for example {@code (event, left) -> inbox.handleAtLeastOnce(event, lease,
   * mailer)}. What it throws is a failure of this event only.
   *
   * @param left until the batch has to be answered; positive. An event that takes longer is
   *     reported as failed, and what becomes of it is not waited for
   */
  HandleResult process(ReceivedEvent event, Duration left);
}
