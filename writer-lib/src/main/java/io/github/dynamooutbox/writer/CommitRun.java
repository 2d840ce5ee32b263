package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.Step.Again;
import io.github.dynamooutbox.writer.Step.Failed;
import io.github.dynamooutbox.writer.Step.Finished;
import java.util.List;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * One commit, from its first attempt to its end: decides what comes next and leaves sending and
 * waiting to others, so that blocking and asynchronous commits are the same. Steps of one commit
 * come one after the other.
 */
final class CommitRun {
  private final CommitPlan plan;
  private final CommitRetry retry;
  private final RandomGenerator random;
  private int attempts;

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
      return cancelled(new Cancellation(cancelled, plan).translate(attempts));
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

  private Step cancelled(TransactionCancelledException failure) {
    return failure instanceof CommitConflictException || failure instanceof CommitThrottledException
        ? againOr(failure)
        : new Failed(failure);
  }

  private Step againOr(OutboxException failure) {
    return attempts < retry.attempts()
        ? new Again(retry.pause(attempts, random), failure)
        : new Failed(failure);
  }
}
