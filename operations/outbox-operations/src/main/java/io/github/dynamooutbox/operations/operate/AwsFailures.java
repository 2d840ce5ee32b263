package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Explains what to do about a call to AWS that failed, or an answer that cannot be read. */
public final class AwsFailures {
  private static final int MOST_TEXT = 400;

  private AwsFailures() {}

  /**
   * Waits for a stage.
   *
   * @param what what the stage works on, as the subject of a sentence
   * @throws OperatorException if AWS refused a call, or could not be reached
   */
  public static <T> T await(String what, CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get();
    } catch (ExecutionException e) {
      throw explained(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Makes a call.
   *
   * @param what what the call works on, as the subject of a sentence
   * @throws OperatorException if AWS refused the call, or could not be reached
   */
  public static <T> T of(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (CompletionException | SdkException e) {
      throw explained(what, e);
    }
  }

  /**
   * The events of a receipt.
   *
   * @param what the control table that the receipt is in, as the subject of a sentence
   * @throws OperatorException if another version wrote it, so that it cannot be read
   */
  public static List<StoredReceipt.Handled> events(StoredReceipt receipt, String what) {
    return receipt
        .events()
        .orElseThrow(
            () ->
                new OperatorException(
                    Kind.INPUT,
                    "%s: its receipt of %s was written by another version, which this one cannot read: use the relay's version"
                        .formatted(what, receipt.at())));
  }

  /** The same about a call that nobody has explained. */
  public static OperatorException explained(SdkException failure) {
    return new OperatorException(Kind.ACCESS, "AWS " + remedy(failure), failure);
  }

  private static RuntimeException explained(String what, Exception failure) {
    Throwable cause = FailedCalls.causeOf(failure);
    if (cause instanceof SdkException refusal) {
      return new OperatorException(Kind.ACCESS, what + ' ' + remedy(refusal), refusal);
    }
    return cause instanceof RuntimeException other ? other : new IllegalStateException(cause);
  }

  private static String remedy(SdkException failure) {
    if (failure instanceof ResourceNotFoundException) {
      return "does not exist in this region and account: correct its name in the configuration,"
          + " or choose another region or profile";
    }
    return failure instanceof AwsServiceException answer ? refused(answer) : unreachable(failure);
  }

  private static String refused(AwsServiceException answer) {
    Optional<AwsErrorDetails> details = Optional.ofNullable(answer.awsErrorDetails());
    String code = details.map(AwsErrorDetails::errorCode).orElse("");
    if (code.isBlank()) {
      return "cannot be used (HTTP %d, and no error code of AWS): check that this service is at the endpoint"
          .formatted(answer.statusCode());
    }
    String message = shortened(details.map(AwsErrorDetails::errorMessage).orElse(""));
    String remedy =
        switch (code) {
          case "AccessDeniedException", "AccessDenied", "AuthorizationError" ->
              "allow the caller the action that is named there";
          case "UnrecognizedClientException", "InvalidClientTokenId", "InvalidSignatureException" ->
              "choose valid credentials, for example with a profile";
          case "ExpiredTokenException", "ExpiredToken" -> "log in again";
          case "ThrottlingException", "ProvisionedThroughputExceededException" ->
              "try again, more slowly";
          default -> "correct the cause and try again";
        };
    return "cannot be used (%s: %s): %s".formatted(code, message, remedy);
  }

  private static String unreachable(SdkException failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.contains("Unable to load region")) {
      return "cannot be reached: no region is chosen: add --region NAME, set AWS_REGION, or choose a"
          + " profile that has a region";
    }
    if (message.contains("Unable to load credentials")) {
      return "cannot be reached: there are no credentials: choose a profile that has them, or log in";
    }
    return "cannot be reached (%s): check region, credentials, endpoint and network"
        .formatted(shortened(String.valueOf(failure.getMessage())));
  }

  private static String shortened(String text) {
    return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "...";
  }
}
