package io.github.dynamooutbox.writer;

import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * DynamoDB refused the transaction: nothing of it was written. The subclasses say why; where none
 * fits, {@link #reasons} has DynamoDB's codes. The cause is the SDK's exception.
 */
public sealed class TransactionCancelledException extends OutboxException
    permits ConditionFailedException,
        PositionTakenException,
        CommitConflictException,
        CommitThrottledException {
  private final transient List<Reason> reasons;

  TransactionCancelledException(List<Reason> reasons, AwsServiceException cause) {
    this("the transaction was cancelled: " + describe(reasons), reasons, cause);
  }

  TransactionCancelledException(String message, List<Reason> reasons, AwsServiceException cause) {
    super(message, cause);
    this.reasons = List.copyOf(reasons);
  }

  /**
   * The actions at fault, in the order of the transaction; those without fault are left out. Empty
   * if DynamoDB named none, or refused the request before it looked at the actions.
   */
  public List<Reason> reasons() {
    return reasons;
  }

  static String describe(List<Reason> reasons) {
    return reasons.isEmpty()
        ? "DynamoDB gave no reason"
        : reasons.stream().map(Reason::toString).collect(Collectors.joining("; "));
  }

  /**
   * Why an action made DynamoDB cancel the transaction.
   *
   * @param index the action's place in the transaction, from 0: first the caller's actions as they
   *     were added, then what the outbox adds
   * @param action what it was, for example {@code put} or {@code outbox record of Order#42}
   * @param table the action's table
   * @param code DynamoDB's code, for example {@code ConditionalCheckFailed}, {@code
   *     TransactionConflict} or {@code ThrottlingError}
   */
  public record Reason(int index, String action, String table, String code) {
    @Override
    public String toString() {
      return "action " + index + " (" + action + ", table " + table + "): " + code;
    }
  }
}
