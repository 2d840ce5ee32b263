package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Interprets the failure of a whole request. Anything that may be a fault of the environment is
 * retried; only other client errors are attributed to the request.
 */
final class RequestErrors {
  private static final int MAX_MESSAGE = 300;

  /** Error codes that say nothing about the events, whatever the HTTP status. */
  private static final Pattern ENVIRONMENT =
      Pattern.compile(
          // Throttling and capacity
          "(?i).*throttl.*|.*Throughput.*|.*LimitExceeded.*|TooManyRequests.*|SlowDown"
              + "|PriorRequestNotComplete|BandwidthLimitExceeded"
              // Permissions and credentials
              + "|AccessDenied.*|.*Authoriz.*|.*NotAuthorized.*|.*Authentication.*"
              + "|OptIn.*|SubscriptionRequired.*|ExpiredToken.*|RequestExpired|TokenRefreshRequired"
              + "|InvalidClientTokenId|UnrecognizedClient.*|InvalidAccessKeyId|.*Signature.*"
              + "|RequestTimeTooSkewed|RequestInTheFuture|AuthFailure|InvalidAccountId.*|EndpointDisabled.*"
              // Resources of the target
              + "|.*NotFound.*|ResourceInUse.*|KMS.*|.*Kms.*"
              // The service itself
              + "|Internal.*|ServiceUnavailable.*|ServiceFailure|RequestTimeout.*"
              + "|InvalidState.*|OperationDisabled.*|ConcurrentAccess.*|ConcurrentModification.*");

  /** A validation message may quote what was sent. */
  private static final Pattern QUOTED_REQUEST =
      Pattern.compile("(?s)[Vv]alue ['\"\\[{].*['\"\\]}] at ");

  private RequestErrors() {}

  static BatchOutcome outcome(SdkException failure, int entries) {
    if (failure instanceof AwsServiceException answer) {
      String code = code(answer);
      if (clientFault(answer, code)) {
        return new BatchOutcome.RequestRefused(code, describe(answer));
      }
      return BatchOutcome.all(entries, new PublishOutcome.Retry(code, describe(answer)));
    }
    return BatchOutcome.all(entries, retry(failure));
  }

  /** The outcome of a failure that cannot be an event's fault. */
  static PublishOutcome.Retry retry(SdkException failure) {
    if (failure instanceof AwsServiceException answer) {
      return new PublishOutcome.Retry(code(answer), describe(answer));
    }
    return new PublishOutcome.Retry(
        failure.getClass().getSimpleName(), shortened(String.valueOf(failure.getMessage())));
  }

  /**
   * Whether a code stands for throttling, missing permissions, a missing target or key, or a fault
   * of the service.
   */
  static boolean environment(String code) {
    return ENVIRONMENT.matcher(code).matches();
  }

  /** A service's message, shortened and without quotations of the request. */
  static String shortened(String message) {
    String plain = QUOTED_REQUEST.matcher(message).replaceAll("value (left out) at ");
    return plain.length() <= MAX_MESSAGE ? plain : plain.substring(0, MAX_MESSAGE) + "...";
  }

  private static boolean clientFault(AwsServiceException answer, String code) {
    int status = answer.statusCode();
    boolean clientError = status >= 400 && status < 500;
    boolean others = status == 401 || status == 403 || status == 408 || status == 429;
    // SNS says so where the ARN is of another region or account's partition.
    boolean topic = code.startsWith("InvalidParameter") && describe(answer).contains("TopicArn");
    return clientError
        && !others
        && !topic
        && !answer.isThrottlingException()
        && !answer.isClockSkewException()
        && !environment(code);
  }

  private static String code(AwsServiceException answer) {
    String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
    return code == null || code.isEmpty() ? "Http" + answer.statusCode() : code;
  }

  private static String describe(AwsServiceException answer) {
    String message =
        answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorMessage();
    return "%s (HTTP %d, request %s)"
        .formatted(shortened(String.valueOf(message)), answer.statusCode(), answer.requestId());
  }
}
