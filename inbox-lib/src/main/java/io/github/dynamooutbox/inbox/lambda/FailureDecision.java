package io.github.dynamooutbox.inbox.lambda;

/**
 * Decides what to do with messages that were not finished; also the place to log them. Called by
 * several threads at once.
 *
 * <pre>{@code
 * failed -> {
 *   log.warn("{}", failed);
 *   if (failed.kind() != FailureKind.UNUSABLE) {
 *     return Decision.DELIVER_AGAIN;
 *   }
 *   deadLetters.send(failed.body(), failed.attributes());
 *   return Decision.ACKNOWLEDGE;
 * }
 * }</pre>
 */
@FunctionalInterface
public interface FailureDecision {

  /**
   * Decides about one message, or about a parked event that was resumed with it: see {@link
   * FailedMessage#parked}. Not called for messages that were not started: those are always
   * delivered again. If it throws, the message is delivered again, and the name of the exception is
   * logged through {@link System.Logger}.
   */
  Decision decide(FailedMessage failed);

  /** What happens to a failed message. */
  enum Decision {
    /**
     * It is reported as failed. How often it is then delivered again, and where it goes after that,
     * is configured at the queue (redrive policy) or at the stream's event source mapping. A parked
     * event stays parked, and is tried again with the next event of its aggregate.
     */
    DELIVER_AGAIN,
    /**
     * It counts as finished and is never delivered again. Only for a message that was stored
     * elsewhere. A parked event is given up, see {@link
     * io.github.dynamooutbox.inbox.Inbox#discard}; an adapter with an {@link EventProcessor} of its
     * own leaves it parked.
     */
    ACKNOWLEDGE
  }
}
