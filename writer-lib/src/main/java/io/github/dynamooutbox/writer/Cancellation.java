package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** From DynamoDB's reasons, which come one per action, to what the caller can act on. */
final class Cancellation {
  private static final String NO_FAULT = "None";
  private static final String CONDITION_FAILED = "ConditionalCheckFailed";

  private Cancellation() {}

  static TransactionCancelledException translate(
      TransactionCanceledException cause, CommitPlan plan) {
    List<Reason> reasons = reasons(cause.cancellationReasons(), plan);
    for (Reason reason : reasons) {
      int record = reason.index() - plan.callersActions();
      if (record >= 0 && reason.code().equals(CONDITION_FAILED)) {
        OutboxRecord taken = plan.records().get(record).record();
        OptionalLong sequence = taken.sequence();
        if (sequence.isPresent()) {
          return new PositionTakenException(
              taken.aggregate(), sequence.getAsLong(), reasons, cause);
        }
      }
    }
    return new TransactionCancelledException(reasons, cause);
  }

  private static List<Reason> reasons(List<CancellationReason> given, CommitPlan plan) {
    List<Reason> reasons = new ArrayList<>();
    for (int index = 0; index < Math.min(given.size(), plan.actions().size()); index++) {
      String code = given.get(index).code();
      if (code != null && !code.equals(NO_FAULT)) {
        Action action = plan.actions().get(index);
        reasons.add(new Reason(index, action.kind(), action.table(), code));
      }
    }
    return reasons;
  }
}
