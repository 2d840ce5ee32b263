package io.github.dynamooutbox.inbox.lambda;

/**
 * Decides about messages that were not finished; also the place to log them. Called by several
 * threads at once.
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
   * Decides about one message. Not asked about messages that were not begun: those are always
   * delivered again. If it throws, the message is delivered again, and the name of the exception is
   * logged through {@link System.Logger}.
   */
  Decision decide(FailedMessage failed);

  /** What becomes of a failed message. */
  enum Decision {
    /**
     * It is reported as failed. How often it then comes again, and where it goes after that, is set
     * at the queue (redrive policy) or at the stream's event source mapping.
     */
    DELIVER_AGAIN,
    /**
     * It counts as finished here and never comes again. Only for a message that was put elsewhere.
     */
    ACKNOWLEDGE
  }
}
