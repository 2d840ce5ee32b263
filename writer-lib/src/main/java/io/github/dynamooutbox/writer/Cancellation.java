package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.writer.PreconditionFailedException.TakenVersion;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import io.github.dynamooutbox.writer.internal.settle.QuotedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Translates DynamoDB's reasons, one for each action, into an exception that the caller can act on.
 * If there are several, a permanent fault takes precedence over a failed condition, that over a
 * conflict, and that over throttling.
 */
final class Cancellation {
  private static final String NO_FAULT = "None";
  private static final String CONDITION_FAILED = "ConditionalCheckFailed";
  private static final String CONFLICT = "TransactionConflict";
  private static final Set<String> THROTTLED =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError", "RequestLimitExceeded");

  /** Codes that say all there is to say. */
  private static final Set<String> KNOWN =
      Stream.concat(Stream.of(CONDITION_FAILED, CONFLICT), THROTTLED.stream())
          .collect(Collectors.toUnmodifiableSet());

  private final TransactionCanceledException cause;
  private final CommitPlan plan;
  private final int first;
  private final List<CancellationReason> sdkReasons;
  private final List<Reason> reasons;

  Cancellation(TransactionCanceledException cause, CommitPlan plan) {
    this(cause, plan, 0);
  }

  /**
   * @param first index of the plan's first action in the transaction that was sent
   */
  Cancellation(TransactionCanceledException cause, CommitPlan plan, int first) {
    this.cause = cause;
    this.plan = plan;
    this.first = first;
    this.sdkReasons = cause.cancellationReasons();
    this.reasons = reasons();
  }

  private List<Reason> reasons() {
    List<Reason> found = new ArrayList<>();
    for (int index = 0; index < sdkReasons.size(); index++) {
      String code = sdkReasons.get(index).code();
      if (code != null && !code.equals(NO_FAULT)) {
        found.add(reason(index, code, sdkReasons.get(index).message()));
      }
    }
    return found;
  }

  private Reason reason(int index, String code, @Nullable String message) {
    int planned = index - first;
    if (planned < 0 || planned >= plan.actions().size()) {
      return new Reason(ActionRef.ofAnother(index), code);
    }
    Action action = plan.actions().get(planned);
    // The usual codes have messages that say no more than the code.
    if (message == null || KNOWN.contains(code) || QuotedValues.isIn(message, action)) {
      return new Reason(ActionRef.of(action, index), code);
    }
    return new Reason(ActionRef.of(action, index), code, message);
  }

  TransactionCanceledException cause() {
    return cause;
  }

  /** Whether the command already has a marker. Only commits of the outbox itself have markers. */
  boolean markerExists() {
    return marker(CONDITION_FAILED);
  }

  /** Whether another transaction was working on the command's marker. */
  boolean markerIsBusy() {
    return marker(CONFLICT);
  }

  /** Whether a condition did not hold, whatever else was wrong. */
  boolean conditionFailed() {
    return any(CONDITION_FAILED);
  }

  private boolean marker(String code) {
    return reasons.stream()
        .anyMatch(reason -> plan.isMarker(reason.index()) && reason.code().equals(code));
  }

  /**
   * @param attempts how many requests were sent
   */
  TransactionCancelledException translate(int attempts) {
    if (hasUnknownFault()) {
      return new TransactionCancelledException(reasons, cause);
    }
    if (any(CONDITION_FAILED)) {
      return failedCondition();
    }
    if (any(CONFLICT)) {
      return new CommitConflictException(attempts, reasons, cause);
    }
    return reasons.isEmpty()
        ? new TransactionCancelledException(reasons, cause)
        : new CommitThrottledException(CommitOutcome.NOT_COMMITTED, attempts, reasons, cause);
  }

  private boolean hasUnknownFault() {
    return reasons.stream().map(Reason::code).anyMatch(code -> !KNOWN.contains(code));
  }

  private boolean any(String code) {
    return reasons.stream().anyMatch(reason -> reason.code().equals(code));
  }

  private TransactionCancelledException failedCondition() {
    List<FailedCondition> conditions = new ArrayList<>();
    List<TakenVersion> taken = new ArrayList<>();
    for (Reason reason : reasons) {
      if (!reason.code().equals(CONDITION_FAILED)) {
        continue;
      }
      int planned = reason.index() - first;
      if (plan.isCallers(planned)) {
        conditions.add(new FailedCondition(reason.action(), sdkReasons.get(reason.index()).item()));
      } else {
        plan.recordAt(planned).map(PlannedRecord::record).ifPresent(it -> addTaken(it, taken));
      }
    }
    if (!taken.isEmpty()) {
      return new VersionTakenException(conditions, taken, reasons, cause);
    }
    return conditions.isEmpty()
        ? new TransactionCancelledException(reasons, cause)
        : new ConditionFailedException(conditions, reasons, cause);
  }

  private static void addTaken(OutboxRecord record, List<TakenVersion> taken) {
    record
        .sequence()
        .ifPresent(version -> taken.add(new TakenVersion(record.aggregate(), version)));
  }
}
