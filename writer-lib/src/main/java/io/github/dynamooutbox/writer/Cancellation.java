package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.writer.ConditionFailedException.FailedCondition;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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
  private final List<CancellationReason> given;
  private final List<Reason> reasons;

  Cancellation(TransactionCanceledException cause, CommitPlan plan) {
    this(cause, plan, 0);
  }

  /**
   * @param first where the plan's actions begin among those of the transaction
   */
  Cancellation(TransactionCanceledException cause, CommitPlan plan, int first) {
    List<CancellationReason> all = cause.cancellationReasons();
    this.cause = cause;
    this.plan = plan;
    this.given =
        all.subList(
            Math.min(first, all.size()), Math.min(first + plan.actions().size(), all.size()));
    this.reasons = reasons(given, plan);
  }

  private static List<Reason> reasons(List<CancellationReason> given, CommitPlan plan) {
    List<Reason> reasons = new ArrayList<>();
    for (int index = 0; index < given.size(); index++) {
      String code = given.get(index).code();
      if (code != null && !code.equals(NO_FAULT)) {
        Action action = plan.actions().get(index);
        reasons.add(new Reason(index, action.kind(), action.table(), code));
      }
    }
    return reasons;
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
        .anyMatch(reason -> plan.isMarker(reason.index()) && reason.code().equals(code));
  }

  /**
   * @param attempts how often the transaction was sent
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
        : new CommitThrottledException(attempts, reasons, cause);
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
    for (Reason reason : reasons) {
      if (!reason.code().equals(CONDITION_FAILED)) {
        continue;
      }
      int index = reason.index();
      if (plan.isCallers(index)) {
        conditions.add(
            new FailedCondition(index, reason.action(), reason.table(), given.get(index).item()));
      } else if (plan.recordAt(index).isPresent()) {
        OutboxRecord taken = plan.recordAt(index).get().record();
        OptionalLong sequence = taken.sequence();
        if (sequence.isPresent()) {
          return new PositionTakenException(
              taken.aggregate(), sequence.getAsLong(), reasons, cause);
        }
      }
    }
    return conditions.isEmpty()
        ? new TransactionCancelledException(reasons, cause)
        : new ConditionFailedException(conditions, reasons, cause);
  }
}
