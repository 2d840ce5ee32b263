package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.writer.PreconditionFailedException.TakenVersion;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * From DynamoDB's reasons, which come one per action, to what the caller can act on. A fault that
 * will not pass goes before a failed condition, that before a conflict, and that before throttling.
 */
final class Cancellation {
  private static final String NO_FAULT = "None";
  private static final String CONDITION_FAILED = "ConditionalCheckFailed";
  private static final String CONFLICT = "TransactionConflict";
  private static final Set<String> THROTTLED =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError", "RequestLimitExceeded");

  private final TransactionCanceledException cause;
  private final CommitPlan plan;
  private final int first;
  private final List<CancellationReason> given;
  private final List<Reason> reasons;

  Cancellation(TransactionCanceledException cause, CommitPlan plan) {
    this(cause, plan, 0);
  }

  /**
   * @param first where the plan's actions begin among those of the transaction that was sent
   */
  Cancellation(TransactionCanceledException cause, CommitPlan plan, int first) {
    this.cause = cause;
    this.plan = plan;
    this.first = first;
    this.given = cause.cancellationReasons();
    this.reasons = reasons();
  }

  private List<Reason> reasons() {
    List<Reason> found = new ArrayList<>();
    for (int index = 0; index < given.size(); index++) {
      String code = given.get(index).code();
      if (code != null && !code.equals(NO_FAULT)) {
        found.add(reason(index, code));
      }
    }
    return found;
  }

  private Reason reason(int index, String code) {
    int planned = index - first;
    if (planned < 0 || planned >= plan.actions().size()) {
      return new Reason(ActionRef.ofAnother(index), code);
    }
    return new Reason(plan.actions().get(planned).ref(index), code);
  }

  TransactionCanceledException cause() {
    return cause;
  }

  /** Whether there is a marker of the command already. */
  boolean markerExists() {
    return marker(CONDITION_FAILED);
  }

  /** Whether another transaction was at work on the command's marker. */
  boolean markerIsBusy() {
    return marker(CONFLICT);
  }

  private boolean marker(String code) {
    return reasons.stream()
        .anyMatch(reason -> plan.isMarker(reason.index() - first) && reason.code().equals(code));
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
    return reasons.stream()
        .map(Reason::code)
        .anyMatch(
            code ->
                !code.equals(CONDITION_FAILED)
                    && !code.equals(CONFLICT)
                    && !THROTTLED.contains(code));
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
        conditions.add(new FailedCondition(reason.action(), given.get(reason.index()).item()));
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
