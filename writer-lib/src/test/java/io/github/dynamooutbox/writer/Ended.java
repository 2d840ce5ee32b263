package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.PreconditionFailedException.TakenVersion;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * All that a caller can see of how a commit ended, as a value.
 *
 * @param cause one of the SDK as it is, any other as a value, too
 * @param attempts -1 if the exception has none
 */
record Ended(
    Object result,
    String message,
    Optional<CommitOutcome> outcome,
    Optional<Object> cause,
    List<Object> suppressed,
    int attempts,
    List<Reason> reasons,
    List<FailedCondition> conditions,
    List<TakenVersion> takenVersions) {

  static Ended of(Callable<CommitResult> commit) {
    try {
      CommitResult result = commit.call();
      return new Ended(
          result,
          "",
          Optional.empty(),
          Optional.empty(),
          List.of(),
          -1,
          List.of(),
          List.of(),
          List.of());
    } catch (Exception e) {
      return of(e);
    }
  }

  static Ended of(Throwable failure) {
    boolean isPrecondition = failure instanceof PreconditionFailedException;
    return new Ended(
        failure.getClass(),
        String.valueOf(failure.getMessage()),
        failure instanceof OutboxException ours ? Optional.of(ours.outcome()) : Optional.empty(),
        Optional.ofNullable(failure.getCause()).map(Ended::asValue),
        Arrays.stream(failure.getSuppressed()).map(Ended::asValue).toList(),
        attempts(failure),
        failure instanceof TransactionCancelledException refused ? refused.reasons() : List.of(),
        isPrecondition ? ((PreconditionFailedException) failure).conditions() : List.of(),
        isPrecondition ? ((PreconditionFailedException) failure).takenVersions() : List.of());
  }

  /** An exception after which it is certain that nothing was written. */
  static Ended refused(
      Class<?> type, String message, Object cause, int attempts, Reason... reasons) {
    return new Ended(
        type,
        message,
        Optional.of(CommitOutcome.NOT_COMMITTED),
        Optional.of(cause),
        List.of(),
        attempts,
        List.of(reasons),
        List.of(),
        List.of());
  }

  /** An exception after which the outcome is unknown. */
  static Ended unknown(Class<?> type, String message, Object cause, int attempts) {
    return new Ended(
        type,
        message,
        Optional.of(CommitOutcome.UNKNOWN),
        Optional.of(cause),
        List.of(),
        attempts,
        List.of(),
        List.of(),
        List.of());
  }

  boolean isCausedBy(Throwable failure) {
    return cause
        .filter(it -> it == failure || (it instanceof Ended own && own.isCausedBy(failure)))
        .isPresent();
  }

  private static Object asValue(Throwable failure) {
    return failure instanceof SdkException ? failure : of(failure);
  }

  private static int attempts(Throwable failure) {
    if (failure instanceof CommitConflictException conflict) {
      return conflict.attempts();
    }
    if (failure instanceof CommitThrottledException throttled) {
      return throttled.attempts();
    }
    return failure instanceof CommitOutcomeUnknownException unknown ? unknown.attempts() : -1;
  }
}
