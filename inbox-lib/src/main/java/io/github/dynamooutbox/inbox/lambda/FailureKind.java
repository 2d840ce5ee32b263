package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.CommitThrottledException;
import io.github.dynamooutbox.writer.PreconditionFailedException;

/** Why a message is not finished. A later version may add kinds. */
public enum FailureKind {
  /** It cannot be read, or has no handler: {@link UnusableEventException}. It will fail again. */
  UNUSABLE,
  /**
   * One of the handler's own conditions does not hold: {@link PreconditionFailedException}. Whether
   * another delivery helps depends on the handler.
   */
  CONDITION_FAILED,
  /** Events before it are missing: {@link HandleResult.Waiting}. */
  WAITING,
  /**
   * It is older than events that were handled: {@link HandleResult.Late}. It will be late again.
   */
  LATE,
  /**
   * A conflict, throttling, an unknown outcome, or a lease held by another call. Another delivery
   * helps.
   */
  TEMPORARY,
  /** Any other exception. */
  OTHER;

  static FailureKind of(RuntimeException failure) {
    if (failure instanceof UnusableEventException) {
      return UNUSABLE;
    }
    if (failure instanceof PreconditionFailedException) {
      return CONDITION_FAILED;
    }
    return failure instanceof CommitConflictException
            || failure instanceof CommitThrottledException
            || failure instanceof CommitOutcomeUnknownException
        ? TEMPORARY
        : OTHER;
  }
}
