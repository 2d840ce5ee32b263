package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.CommitThrottledException;
import io.github.dynamooutbox.writer.PreconditionFailedException;

/** Why a message is not finished. A later version may add kinds. */
public enum FailureKind {
  /** It cannot be read, or has no handler: {@link UnusableEventException}. Will fail again. */
  UNUSABLE,
  /**
   * A condition of the handler's own does not hold: {@link PreconditionFailedException}. Whether it
   * will later is known to the handler's author only.
   */
  CONDITION_FAILED,
  /** Events before it are missing: {@link HandleResult.Waiting}. */
  WAITING,
  /** It is older than what was handled: {@link HandleResult.Late}. Will be late again. */
  LATE,
  /**
   * A conflict, throttling, an unknown outcome, or a lease that another call has. Another delivery
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
