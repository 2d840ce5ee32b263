package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryUtils;

/** What the failure of a call to the workers' tables means: a refusal lasts, the rest may pass. */
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
        && (RetryUtils.isThrottlingException(failure)
            || !(failure instanceof AwsServiceException answer)
            || answer.statusCode() >= SERVER_ERROR);
  }

  /**
   * Makes a call again, for up to five minutes, while its failure may pass.
   *
   * @throws CompletionException the failure
   */
  static <T> T outlasted(Supplier<T> call) {
    long until = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (CompletionException e) {
        if (!mayPass(e.getCause()) || System.nanoTime() - until > 0) {
          throw e;
        }
        LOG.warn("A call to the workers' tables failed and is repeated: {}", code(e.getCause()));
        pause(e);
      }
    }
  }

  private static void pause(CompletionException failure) {
    try {
      TimeUnit.MILLISECONDS.sleep(
          PAUSE_MILLIS / 2 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
