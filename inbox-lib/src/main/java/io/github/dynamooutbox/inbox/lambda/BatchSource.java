package io.github.dynamooutbox.inbox.lambda;

/** Where a batch comes from. */
public enum BatchSource {
  /**
   * A standard queue. A failed message holds up no other, also none of its aggregate: what that
   * means for the order is up to the inbox's guard.
   */
  SQS(false, false),
  /**
   * A FIFO queue. After a failed message the others of its group are not begun, and are reported,
   * too; otherwise the queue would delete them and deliver the failed one behind them.
   */
  SQS_FIFO(true, false),
  /**
   * A stream. Everything from the first failed record on is delivered again, and so is not begun
   * any more.
   */
  KINESIS(true, true);

  private final boolean inOrder;
  private final boolean reportsTheFirst;

  BatchSource(boolean inOrder, boolean reportsTheFirst) {
    this.inOrder = inOrder;
    this.reportsTheFirst = reportsTheFirst;
  }

  /** Whether a failure holds up what comes behind it in its group. */
  boolean isInOrder() {
    return inOrder;
  }

  /** Whether the first failure speaks for everything behind it. */
  boolean reportsTheFirst() {
    return reportsTheFirst;
  }
}
