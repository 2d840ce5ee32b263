package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.PlannedMarker;
import io.github.dynamooutbox.writer.internal.settle.SdkFailures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * One commit, from its first attempt to its end. Decides on the next step and leaves sending,
 * reading and waiting to a {@link Step.Driver}, so that blocking and asynchronous commits behave
 * alike. Called for one step at a time.
 *
 * <p>The SDK's own retries count as attempts, so that they do not multiply with these.
 */
final class CommitRun {
  private final CommitPlan plan;
  private final Attempts settings;
  private final Deadline deadline;
  private int sends;
  private int attempts;
  private int reads;
  private int conflicts;
  private int throttles;

  /** Whether DynamoDB has reported that this transaction is in progress. */
  private boolean inProgress;

  /** Whether a request was sent and not answered: DynamoDB may have carried it out. */
  private boolean unanswered;

  /** Whether the SDK has sent a request again, and has not said why. */
  private boolean sentAgainBySdk;

  /** Whether only the marker is read. */
  private boolean isLookup;

  /** What the commit fails with if it finds no marker. */
  private @Nullable Throwable otherwise;

  /** Whether DynamoDB has said that there is a marker. */
  private boolean markerExists;

  CommitRun(CommitPlan plan, Attempts settings) {
    this.plan = plan;
    this.settings = settings;
    this.deadline = new Deadline(plan.timeout(), settings.nanoTime());
  }

  /** The next request: always the same transaction with the same token. */
  TransactWriteItemsRequest request() {
    sends++;
    return sends == 1
        ? plan.request()
        : plan.request().toBuilder()
            .overrideConfiguration(Deadline.limit(deadline.remaining()))
            .build();
  }

  Step accepted() {
    attempts++;
    return finished(plan.result(), Ending.COMMITTED);
  }

  private Step finished(CommitResult result, Ending ending) {
    report(ending);
    return driver -> driver.finish(result);
  }

  private Step failed(Throwable failure) {
    boolean isUnknown =
        failure instanceof OutboxException ours && ours.outcome() == CommitOutcome.UNKNOWN;
    report(isUnknown ? Ending.UNKNOWN : Ending.REFUSED);
    return driver -> driver.fail(failure);
  }

  private void report(Ending ending) {
    if (settings.listener().isPresent()) {
      long bytes = plan.actions().stream().mapToLong(Action::size).sum();
      settings
          .listener()
          .get()
          .committed(
              new Report(
                  ending,
                  attempts,
                  conflicts,
                  throttles,
                  deadline.elapsed(),
                  bytes,
                  settings.table(),
                  settings.source()));
    }
  }

  /** Ends the commit because it cannot wait for its next step. */
  Step abandoned(Throwable refusal) {
    return failed(refusal);
  }

  /** Decides on the next step after an attempt that failed. */
  Step refused(Throwable failure) {
    int requests = SdkFailures.requests(failure);
    attempts += requests;
    sentAgainBySdk |= requests > 1;
    if (failure instanceof TransactionCanceledException cancelled) {
      return cancelled(new Cancellation(cancelled, plan));
    }
    // Checked first, because the SDK counts this one as throttling.
    if (failure instanceof TransactionInProgressException) {
      inProgress = true;
      return againOrMarker(unknown(failure));
    }
    unanswered |= SdkFailures.leaveOutcomeOpen(failure);
    if (failure instanceof AwsServiceException service && service.isThrottlingException()) {
      throttles += requests;
      return againOrMarker(throttled(service));
    }
    return isOpen() ? againOrMarker(unknown(failure)) : failed(failure);
  }

  /**
   * Whether the transaction may have been written. Only its success and a failed condition close
   * this question: an unanswered request can itself be what the next one is in conflict with or
   * throttled because of, and a later refusal of any other kind says nothing about it.
   */
  private boolean isOpen() {
    return unanswered || inProgress || sentAgainBySdk;
  }

  private CommitOutcomeUnknownException unknown(Throwable failure) {
    return inProgress
        ? new CommitInProgressException(attempts, failure)
        : CommitOutcomeUnknownException.after(attempts, failure);
  }

  private OutboxException throttled(AwsServiceException service) {
    if (unanswered || inProgress) {
      return unknown(service);
    }
    CommitOutcome outcome = sentAgainBySdk ? CommitOutcome.UNKNOWN : CommitOutcome.NOT_COMMITTED;
    return new CommitThrottledException(outcome, attempts, List.of(), service);
  }

  private Step cancelled(Cancellation cancellation) {
    TransactionCancelledException refusal = cancellation.translate(attempts);
    conflicts += refusal instanceof CommitConflictException ? 1 : 0;
    throttles += refusal instanceof CommitThrottledException ? 1 : 0;
    if (cancellation.conditionFailed()) {
      unanswered = false;
      inProgress = false;
      sentAgainBySdk = false;
    }
    OutboxException failure = isOpen() ? unknown(cancellation.cause()) : refusal;
    markerExists = cancellation.markerExists();
    // Another call of the command may be working on the marker right now. Whether that is why this
    // one failed is known only when the other has ended.
    boolean isTransient =
        isOpen()
            || refusal instanceof CommitConflictException
            || refusal instanceof CommitThrottledException
            || cancellation.markerIsBusy();
    return isTransient ? again(failure).orElseGet(() -> markerOr(failure)) : markerOr(failure);
  }

  /**
   * Begins with the marker instead of a request, because something refused the command before there
   * was one.
   *
   * @param refusal how the commit ends if there is no marker
   */
  Step known(Throwable refusal) {
    isLookup = true;
    return markerOr(refusal);
  }

  /** Ends the commit, or reads the marker first if there can be one. */
  private Step markerOr(Throwable failure) {
    if (plan.marker().isEmpty()) {
      return failed(failure);
    }
    otherwise = failure;
    return driver -> driver.readMarker(Duration.ZERO, failure);
  }

  /** The next read of the marker, with the time that is left for it. */
  GetItemRequest readRequest() {
    reads++;
    return marker().read().toBuilder()
        .overrideConfiguration(Deadline.limit(deadline.remaining()))
        .build();
  }

  private PlannedMarker marker() {
    return plan.marker()
        .orElseThrow(() -> new IllegalStateException("this commit does not read a marker"));
  }

  /**
   * Decides on the next step after reading the marker.
   *
   * @param item the marker; empty if there is none
   */
  Step read(Map<String, AttributeValue> item) {
    Throwable failure = otherwise();
    if (!item.isEmpty()) {
      try {
        AlreadyCommitted first = firstCommit(item, failure);
        return isOpen() && first.records().equals(plan.result().records())
            ? finished(plan.result(), Ending.COMMITTED)
            : finished(first, Ending.REPEATED);
      } catch (IdempotencyKeyMisusedException | UnreadableMarkerException e) {
        return failed(e);
      }
    }
    if (isLookup) {
      return driver -> driver.fail(failure);
    }
    // The marker existed a moment ago and has expired: the key is free again.
    return markerExists ? again(failure).orElseGet(() -> failed(failure)) : failed(failure);
  }

  /**
   * The result of the first commit.
   *
   * @throws IdempotencyKeyMisusedException if the marker belongs to another command
   * @throws UnreadableMarkerException if this version does not understand the marker
   */
  private AlreadyCommitted firstCommit(Map<String, AttributeValue> item, Throwable refusal) {
    String partition = marker().key().partition();
    CommandMarker first;
    try {
      first = marker().decoded(item);
    } catch (IllegalArgumentException e) {
      throw new UnreadableMarkerException(partition, e);
    }
    AlreadyCommitted committed =
        new AlreadyCommitted(
            first.records().stream()
                .map(
                    record ->
                        new CommittedRecord(
                            record.aggregate(), record.sequence(), record.key(), record.eventIds()))
                .toList(),
            first.writtenAt(),
            first.result());
    if (!first.fingerprint().equals(marker().marker().fingerprint())) {
      throw new IdempotencyKeyMisusedException(
          partition,
          committed,
          refusal instanceof OutboxException && refusal.getCause() != null
              ? refusal.getCause()
              : refusal);
    }
    return committed;
  }

  /** Decides on the next step after a failed read of the marker. */
  Step unread(Throwable failure) {
    CommitOutcomeUnknownException unknown =
        CommitOutcomeUnknownException.unreadMarker(attempts, otherwise(), failure);
    Duration pause = settings.retry().pause(reads, settings.random());
    return SdkFailures.mayPass(failure)
            && reads < settings.retry().attempts()
            && deadline.leavesRoomAfter(pause)
        ? driver -> driver.readMarker(pause, unknown)
        : failed(unknown);
  }

  private Throwable otherwise() {
    if (otherwise == null) {
      throw new IllegalStateException("this commit does not read a marker");
    }
    return otherwise;
  }

  /**
   * Another attempt; without one, the marker shows whether the transaction was written, or the
   * command was before.
   */
  private Step againOrMarker(OutboxException failure) {
    return again(failure)
        .orElseGet(
            () -> deadline.leavesRoomAfter(Duration.ZERO) ? markerOr(failure) : failed(failure));
  }

  /** Another attempt, if attempts and time are left. */
  private Optional<Step> again(Throwable failure) {
    if (attempts >= settings.retry().attempts()) {
      return Optional.empty();
    }
    Duration pause = settings.retry().pause(sends, settings.random());
    return deadline.leavesRoomAfter(pause)
        ? Optional.of(driver -> driver.sendAgain(pause, failure))
        : Optional.empty();
  }
}
