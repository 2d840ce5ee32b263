package io.github.dynamooutbox.writer;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * DynamoDB refused the transaction: nothing was written. The subclasses say why; if none applies,
 * {@link #reasons} has DynamoDB's codes. The cause is the SDK's exception.
 */
public sealed class TransactionCancelledException extends OutboxException
    permits PreconditionFailedException, CommitConflictException, CommitThrottledException {
  private static final long serialVersionUID = 1;

  private final List<Reason> reasons;

  TransactionCancelledException(List<Reason> reasons, @Nullable AwsServiceException cause) {
    this("the transaction was cancelled: " + describe(reasons), reasons, cause);
  }

  TransactionCancelledException(
      String message, List<Reason> reasons, @Nullable AwsServiceException cause) {
    this(CommitOutcome.NOT_COMMITTED, message, reasons, cause);
  }

  TransactionCancelledException(
      CommitOutcome outcome,
      String message,
      List<Reason> reasons,
      @Nullable AwsServiceException cause) {
    super(outcome, message, cause);
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
   * @param code DynamoDB's code, for example {@code ConditionalCheckFailed}, {@code
   *     TransactionConflict} or {@code ThrottlingError}
   * @param message DynamoDB's message, which names attributes and indexes; empty if it has none, or
   *     if it quotes a value of the action
   */
  public record Reason(ActionRef action, String code, String message) implements Serializable {
    public Reason(ActionRef action, String code) {
      this(action, code, "");
    }

    /** The action's index in the transaction, from 0. */
    public int index() {
      return action.index();
    }

    @Override
    public String toString() {
      return action + ": " + code + (message.isEmpty() ? "" : " (" + message + ")");
    }
  }
}
