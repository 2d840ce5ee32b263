package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.operations.operate.OperatorException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** AWS failed in the middle of a change; the message says how to continue. */
public final class UnfinishedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final int FAULT = 500;

  private UnfinishedException(String goOn, OperatorException failure) {
    super(failure.getMessage() + ".\nSomething may have changed. " + goOn, failure);
  }

  /**
   * Runs work that changes something.
   *
   * @param changed whether something has certainly been changed
   * @param goOn a note on how to continue if it fails
   * @throws UnfinishedException if it fails and something may have been changed
   * @throws OperatorException if it fails and nothing was changed
   */
  public static <T> T unlessDone(Supplier<T> work, BooleanSupplier changed, String goOn) {
    try {
      return work.get();
    } catch (OperatorException e) {
      if (changed.getAsBoolean() || mayHaveBeenDone(e)) {
        throw new UnfinishedException(goOn, e);
      }
      throw e;
    }
  }

  /**
   * Without an answer, or with a fault as the answer, the request may have been carried out; not if
   * it was only to be prepared.
   */
  private static boolean mayHaveBeenDone(OperatorException e) {
    return e.kind() == OperatorException.Kind.ACCESS
        && !(e.getCause() instanceof OperatorException)
        && !(e.getCause() instanceof AwsServiceException answer
            && answer.statusCode() < FAULT
            && !answer.isThrottlingException());
  }
}
