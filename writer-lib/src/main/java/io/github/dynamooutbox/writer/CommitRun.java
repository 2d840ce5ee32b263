package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.Step.Again;
import io.github.dynamooutbox.writer.Step.Failed;
import io.github.dynamooutbox.writer.Step.Finished;
import io.github.dynamooutbox.writer.Step.ReadMarker;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * One commit, from its first attempt to its end: decides what comes next and leaves sending,
 * reading and waiting to others, so that blocking and asynchronous commits are the same. Steps of
 * one commit come one after the other.
 */
final class CommitRun {
  private final CommitPlan plan;
  private final CommitRetry retry;
  private final RandomGenerator random;
  private int attempts;

  /** The refusal after which the marker is read. */
  private @Nullable Cancellation refusal;

  CommitRun(CommitPlan plan, CommitRetry retry, RandomGenerator random) {
    this.plan = plan;
    this.retry = retry;
    this.random = random;
  }

  CommitPlan plan() {
    return plan;
  }

  Step accepted() {
    return new Finished(plan.result());
  }

  /** After an attempt that ended in an exception. */
  Step refused(Throwable failure) {
    attempts++;
    if (failure instanceof TransactionCanceledException cancelled) {
      return cancelled(new Cancellation(cancelled, plan));
    }
    // The SDK counts this one as throttling, too.
    if (failure instanceof TransactionInProgressException inProgress) {
      return againOr(new CommitInProgressException(attempts, inProgress));
    }
    if (failure instanceof AwsServiceException service && service.isThrottlingException()) {
      return againOr(new CommitThrottledException(attempts, List.of(), service));
    }
    return new Failed(failure);
  }

  private Step cancelled(Cancellation cancellation) {
    TransactionCancelledException failure = cancellation.translate(attempts);
    // Another call of the command may just be at work on the marker: only its end tells whether
    // what failed here failed because of it.
    boolean passing =
        failure instanceof CommitConflictException
            || failure instanceof CommitThrottledException
            || cancellation.markerIsBusy();
    if (passing && attempts < retry.attempts()) {
      return againOr(failure);
    }
    if (plan.marker().isPresent()) {
      refusal = cancellation;
      return new ReadMarker(plan.marker().get().read());
    }
    return new Failed(failure);
  }

  /**
   * After the marker was read.
   *
   * @param item empty if there is none
   */
  Step read(Map<String, AttributeValue> item) {
    Cancellation before = refusal;
    PlannedMarker marker = plan.marker().orElse(null);
    if (before == null || marker == null) {
      throw new IllegalStateException("no marker was to be read");
    }
    if (!item.isEmpty()) {
      try {
        return new Finished(marker.firstCommit(item, before.cause()));
      } catch (IdempotencyKeyMisusedException | IllegalArgumentException e) {
        return new Failed(e);
      }
    }
    TransactionCancelledException failure = before.translate(attempts);
    // It was there a moment ago, and expired: the key is free again.
    return before.markerExists() ? againOr(failure) : new Failed(failure);
  }

  private Step againOr(OutboxException failure) {
    return attempts < retry.attempts()
        ? new Again(retry.pause(attempts, random), failure)
        : new Failed(failure);
  }
}
