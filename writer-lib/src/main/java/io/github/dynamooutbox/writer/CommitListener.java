package io.github.dynamooutbox.writer;

import java.time.Duration;

/**
 * Is called after each commit, on the thread that ended it: for metrics. Implementations are
 * thread-safe and quick, and throw nothing; what they throw reaches the caller of {@code commit} in
 * place of the outcome.
 */
@FunctionalInterface
public interface CommitListener {
  void committed(Report report);

  /**
   * What became of a commit.
   *
   * @param ending how it ended
   * @param requests how many requests were sent, the SDK's retries included as far as it says
   * @param conflicts how many of them ended in conflict with another transaction
   * @param throttles how many of them were throttled
   * @param latency from the first request to the end, all pauses included
   * @param bytes what the transaction counts against DynamoDB's limit of 4 MB
   */
  record Report(
      Ending ending, int requests, int conflicts, int throttles, Duration latency, long bytes) {}

  /** How a commit ends. */
  enum Ending {
    /** This call committed it. */
    COMMITTED,
    /** An earlier call had committed the command. */
    REPEATED,
    /** DynamoDB refused it, or the SDK before it. */
    REFUSED,
    /** Nobody can say. */
    UNKNOWN
  }
}
