package io.github.dynamooutbox.writer;

import java.time.Duration;

/** What comes next in a commit. */
sealed interface Step {

  /** It is over. */
  record Finished(CommitResult result) implements Step {}

  /** It is over, without a result. */
  record Failed(Throwable failure) implements Step {}

  /**
   * To be sent again after a pause.
   *
   * @param failure what the commit ends with if it cannot wait
   */
  record Again(Duration pause, OutboxException failure) implements Step {}
}
