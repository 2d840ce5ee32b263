package io.github.dynamooutbox.writer;

import java.time.Duration;

/**
 * Called after each commit, and after each attempt of a decision ({@link Outbox#commit}), on the
 * thread that completed it: for metrics. Implementations must be thread-safe and fast. What one
 * throws is logged, with class and place but without its message, and changes neither the outcome
 * nor what other listeners are told. Only a {@link VirtualMachineError} other than {@link
 * StackOverflowError} reaches the caller of {@code commit}, in place of the outcome, which is then
 * unknown.
 */
@FunctionalInterface
public interface CommitListener {
  void committed(Report report);

  /**
   * What a commit has cost, and how it ended.
   *
   * @param ending how it ended
   * @param requests how many requests were sent, the SDK's retries included as far as it reports
   *     them
   * @param conflicts how many of them ended in conflict with another transaction
   * @param throttles how many of them were throttled
   * @param latency from the first request to the end, all pauses included
   * @param bytes size of the transaction as it counts towards DynamoDB's limit of 4 MB
   * @param table the outbox's table
   * @param source the outbox's source
   */
  record Report(
      Ending ending,
      int requests,
      int conflicts,
      int throttles,
      Duration latency,
      long bytes,
      String table,
      String source) {
    /** Returns the report with another ending. */
    Report ending(Ending other) {
      return new Report(other, requests, conflicts, throttles, latency, bytes, table, source);
    }
  }

  /** How a commit ends. */
  enum Ending {
    /** This call committed it. */
    COMMITTED,
    /** An earlier call had committed the command. */
    REPEATED,
    /**
     * Another transaction was faster, so that the decision is made again: an attempt and no
     * outcome, which is reported for the last attempt.
     */
    DECIDED_AGAIN,
    /** DynamoDB refused it, or the SDK failed before sending it. */
    REFUSED,
    /** It is unknown whether it was committed. */
    UNKNOWN
  }
}
