package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryUtils;

/** What the failure of a call to DynamoDB means: a refusal lasts, the rest may pass. */
final class TableFailure {
  /** How long a start outlasts throttling, errors of the service and silence. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final int PAUSE_MILLIS = 2_000;
  private static final int SERVER_ERROR = 500;

  /** DynamoDB's and IAM's codes for a caller, or a table's key, without permission. */
  private static final Set<String> REFUSALS =
      Set.of(
          "AccessDenied",
          "AccessDeniedException",
          "IncompleteSignature",
          "InaccessibleEncryptionDateTimeException",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "KMSAccessDeniedException",
          "KMSDisabledException",
          "KMSInvalidStateException",
          "KMSNotFoundException",
          "MissingAuthenticationTokenException",
          "NotAuthorized",
          "UnrecognizedClientException");

  private static final Logger LOG = LoggerFactory.getLogger(TableFailure.class);

  private TableFailure() {}

  static boolean isRefusal(@Nullable Throwable cause) {
    return REFUSALS.contains(code(cause));
  }

  /** The service's error code, or the exception if it did not answer. */
  static String code(@Nullable Throwable cause) {
    return cause instanceof AwsServiceException answer
        ? Optional.ofNullable(answer.awsErrorDetails())
            .map(AwsErrorDetails::errorCode)
            .orElse("HTTP " + answer.statusCode())
        : String.valueOf(cause);
  }

  private static boolean mayPass(@Nullable Throwable cause) {
    return cause instanceof SdkException failure
        && (!(failure instanceof AwsServiceException) || isAnswerThatMayPass(failure));
  }

  private static boolean isAnswerThatMayPass(@Nullable Throwable cause) {
    return cause instanceof AwsServiceException answer
        && (RetryUtils.isThrottlingException(answer) || answer.statusCode() >= SERVER_ERROR);
  }

  /**
   * Makes a call again, for up to five minutes, while its failure may pass.
   *
   * @throws CompletionException the failure
   */
  static <T> T outlasted(Supplier<T> call) {
    return outlasted(call, TableFailure::mayPass);
  }

  /**
   * The same for the calls of a start, which ends soon where nothing answers: the endpoint may be
   * wrong.
   *
   * @throws CompletionException the failure of an asynchronous client
   * @throws SdkException that of a blocking one
   */
  static <T> T outlastedIfAnswered(Supplier<T> call) {
    return outlasted(call, TableFailure::isAnswerThatMayPass);
  }

  private static <T> T outlasted(Supplier<T> call, Predicate<@Nullable Throwable> mayPass) {
    long until = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (CompletionException | SdkException e) {
        Throwable cause = e instanceof CompletionException ? e.getCause() : e;
        if (!mayPass.test(cause) || System.nanoTime() - until > 0) {
          throw e;
        }
        LOG.warn("A call to DynamoDB failed and is repeated: {}", code(cause));
        pause(e);
      }
    }
  }

  private static void pause(RuntimeException failure) {
    try {
      TimeUnit.MILLISECONDS.sleep(
          PAUSE_MILLIS / 2 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
