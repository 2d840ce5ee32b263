package io.github.dynamooutbox.writer;

import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** What comes next in a commit. */
sealed interface Step {

  /** It is over. */
  record Finished(CommitResult result) implements Step {}

  /** It is over, without a result. */
  record Failed(Throwable failure) implements Step {}

  /** The command's marker is to be read: an earlier call may have committed the command. */
  record ReadMarker(GetItemRequest request) implements Step {}

  /**
   * To be sent again after a pause.
   *
   * @param failure what the commit ends with if it cannot wait
   */
  record Again(Duration pause, OutboxException failure) implements Step {}
}
