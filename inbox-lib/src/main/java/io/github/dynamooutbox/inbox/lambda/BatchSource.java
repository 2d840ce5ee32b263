package io.github.dynamooutbox.inbox.lambda;

/** Where a batch comes from. */
public enum BatchSource {
  /**
   * A standard queue. A failed message holds up no others, not even those of its aggregate;
   * guarding their order is up to the inbox's order guard.
   */
  SQS(false, false),
  /**
   * A FIFO queue. After a failed message the others of its group are not started, and are also
   * reported as failed; otherwise the queue would delete them and deliver the failed one after
   * them.
   */
  SQS_FIFO(true, false),
  /**
   * A stream. Everything from the first failed record on is delivered again, so no later record is
   * started after a failure.
   */
  KINESIS(true, true),
  /**
   * A subscriber of a Custom Event Bus that invokes the function itself, with {@code
   * REQUEST_RESPONSE}. After a failed event the others of its event group are not started. AWS
   * documents no answer for a part of a batch, so one failure fails the invocation, and all events
   * of the batch are delivered again; the inbox recognises those that were handled.
   */
  CUSTOM_BUS(true, false);

  private final boolean inOrder;
  private final boolean reportsTheFirst;

  BatchSource(boolean inOrder, boolean reportsTheFirst) {
    this.inOrder = inOrder;
    this.reportsTheFirst = reportsTheFirst;
  }

  /** Whether a failure holds up later messages of its group. */
  boolean isInOrder() {
    return inOrder;
  }

  /** Whether the answer names failed messages; if not, a failure has to fail the invocation. */
  boolean reportsFailures() {
    return this != CUSTOM_BUS;
  }

  /** Whether only the first failure is reported, because everything after it is delivered again. */
  boolean reportsTheFirst() {
    return reportsTheFirst;
  }
}
