package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.PayloadUnavailableException;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.CommitThrottledException;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import java.io.UncheckedIOException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/** Why a message is not finished. A later version may add kinds. */
public enum FailureKind {
  /**
   * Nobody can read it, or it has no handler: {@link UnusableEventException}; or its payload is no
   * longer what was committed: {@link PayloadUnavailableException}. It will fail again.
   */
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
   * A conflict, throttling, an unknown outcome, a service that does not respond, or a lease held by
   * another call. Another delivery helps.
   */
  TEMPORARY,
  /**
   * It was still being handled when the time was up. Its handler was interrupted; if it is finished
   * after all, the next delivery is recognised as a repeat.
   */
  TIMED_OUT,
  /**
   * Any other exception or error, such as one of this consumer's own that another message might
   * meet as well: a class that cannot be mapped, a setting, a permission.
   */
  OTHER;

  private static final int SERVER_ERROR = 500;

  static FailureKind of(Throwable failure) {
    if (failure instanceof UnusableEventException) {
      return UNUSABLE;
    }
    if (failure instanceof PreconditionFailedException) {
      return CONDITION_FAILED;
    }
    if (failure instanceof PayloadUnavailableException unavailable) {
      return switch (unavailable.fault()) {
        case GONE, WRONG_LENGTH, WRONG_HASH -> UNUSABLE;
        case FOREIGN_PLACE, TOO_LARGE -> OTHER;
      };
    }
    return failure instanceof CommitConflictException
            || failure instanceof CommitThrottledException
            || failure instanceof CommitOutcomeUnknownException
            || failure instanceof UncheckedIOException
            || (failure instanceof SdkException sdk && mayPass(sdk))
        ? TEMPORARY
        : OTHER;
  }

  private static boolean mayPass(SdkException failure) {
    return failure instanceof AwsServiceException service
        ? service.isThrottlingException() || service.statusCode() >= SERVER_ERROR
        : failure instanceof SdkClientException;
  }
}
