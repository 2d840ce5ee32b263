package io.github.dynamooutbox.aws.internal.call;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Interprets the failure of a whole request. Anything that may be a fault of the environment is
 * retried; other client errors that have a code are attributed to the request, so that the relay
 * finds the entry that causes them. An entry is given up only for an error that AWS's pages list as
 * one of the request's content.
 */
public final class RequestErrors {
  private static final int MAX_MESSAGE = 300;

  /** Permissions, time-outs, conflicts, locks and throttling. */
  private static final Set<Integer> OTHERS = Set.of(401, 403, 407, 408, 409, 423, 425, 429);

  /** Error codes that say nothing about the events, whatever the HTTP status. */
  private static final Pattern ENVIRONMENT =
      Pattern.compile(
          // Throttling and capacity
          "(?i).*throttl.*|.*Throughput.*|.*LimitExceeded.*|TooManyRequests.*|SlowDown"
              + "|PriorRequestNotComplete|BandwidthLimitExceeded|.*OverLimit"
              // Permissions and credentials
              + "|AccessDenied.*|.*Authoriz.*|.*NotAuthorized.*|.*Authentication.*"
              + "|OptIn.*|SubscriptionRequired.*|ExpiredToken.*|RequestExpired|TokenRefreshRequired"
              + "|InvalidSecurity.*|InvalidClientTokenId|UnrecognizedClient.*|InvalidAccessKeyId|.*Signature.*"
              + "|RequestTimeTooSkewed|RequestInTheFuture|AuthFailure|InvalidAccountId.*|EndpointDisabled.*"
              // Resources of the target
              + "|.*NotFound.*|ResourceInUse.*|KMS.*|.*Kms.*"
              + "|.*NonExistentQueue|.*QueueDoesNotExist|.*QueueDeletedRecently|InvalidAddress"
              // The service itself
              + "|Internal.*|ServiceUnavailable.*|ServiceFailure|RequestTimeout.*"
              + "|InvalidState.*|OperationDisabled.*|ConcurrentAccess.*|ConcurrentModification.*"
              // The connection, or something in between that is not the service
              + "|.*Aborted.*|UnknownOperation.*|InvalidAction|Conflict.*");

  /**
   * What AWS's pages describe as an error of the request's content: "Common Errors", and the API
   * references of PutEvents, PublishBatch, SendMessageBatch and PutRecords.
   */
  private static final Pattern PERMANENT =
      Pattern.compile(
          "(AWS\\.SimpleQueueService\\.)?"
              + "(Validation(Error|Exception)|InvalidParameter.*|ParameterValueInvalid.*"
              + "|InvalidArgument.*|InvalidAttribute.*|InvalidMessageContents|InvalidQueryParameter"
              + "|MalformedQueryString|MissingParameter|MissingRequiredParameter.*|InvalidInput.*"
              + "|SerializationException|.*BatchRequestTooLong.*|.*BatchEntryId.*"
              + "|EmptyBatchRequest.*|TooManyEntriesInBatchRequest.*|RequestEntityTooLarge.*"
              + "|UnsupportedOperation)");

  /** The target gets too much at present: error codes that AWS uses for this. */
  private static final Pattern THROTTLING =
      Pattern.compile(
          "(?i).*throttl.*|.*Throughput.*|TooManyRequests.*|SlowDown|Http429"
              + "|PriorRequestNotComplete|BandwidthLimitExceeded|RequestLimitExceeded");

  /** A validation message may quote what was sent. */
  private static final Pattern QUOTED_REQUEST =
      Pattern.compile("(?s)[Vv]alue ['\"\\[{].*['\"\\]}] at ");

  private RequestErrors() {}

  /** The outcome of a failed request. */
  public static BatchOutcome outcome(SdkException failure, int entries) {
    if (!(failure instanceof AwsServiceException answer) || !clientFault(answer)) {
      return BatchOutcome.all(entries, retry(failure));
    }
    return entries > 1 || permanent(code(answer))
        ? new BatchOutcome.RequestRefused(code(answer), describe(answer))
        : BatchOutcome.all(
            1, new PublishOutcome.Retry(code(answer), describe(answer), Reason.ENTRY));
  }

  /** Whether AWS lists a code as an error of the request's content, which is the same tomorrow. */
  public static boolean permanent(String code) {
    return PERMANENT.matcher(code).matches();
  }

  /** The outcome of a failure that cannot be an event's fault. */
  public static PublishOutcome.Retry retry(SdkException failure) {
    if (failure instanceof AwsServiceException answer) {
      String code = code(answer);
      boolean throttled = answer.isThrottlingException() || answer.statusCode() == 429;
      return new PublishOutcome.Retry(
          code, describe(answer), throttled ? Reason.THROTTLED : reason(code));
    }
    return new PublishOutcome.Retry(
        failure.getClass().getSimpleName(), shortened(String.valueOf(failure.getMessage())));
  }

  /** The outcome of an entry that may be accepted later. */
  public static PublishOutcome.Retry retry(String code, String message) {
    return new PublishOutcome.Retry(code, message, reason(code));
  }

  private static Reason reason(String code) {
    return THROTTLING.matcher(code).matches() ? Reason.THROTTLED : Reason.UNKNOWN;
  }

  /**
   * Whether a code stands for throttling, missing permissions, a missing target or key, or a fault
   * of the service.
   */
  public static boolean environment(String code) {
    return ENVIRONMENT.matcher(code).matches();
  }

  /** A service's message, shortened and without quotes from the request. */
  public static String shortened(String message) {
    String plain = QUOTED_REQUEST.matcher(message).replaceAll("value (left out) at ");
    return plain.length() <= MAX_MESSAGE ? plain : plain.substring(0, MAX_MESSAGE) + "...";
  }

  /** Without a code the response may not be the service's own, but a proxy's, for example. */
  private static boolean clientFault(AwsServiceException answer) {
    if (!hasCode(answer)) {
      return false;
    }
    String code = code(answer);
    int status = answer.statusCode();
    boolean clientError = status >= 400 && status < 500;
    boolean others = OTHERS.contains(status);
    // SNS reports an ARN of another region or partition in this way.
    boolean topic = code.startsWith("InvalidParameter") && describe(answer).contains("TopicArn");
    return clientError
        && !others
        && !topic
        && !answer.isThrottlingException()
        && !answer.isClockSkewException()
        && !environment(code);
  }

  private static boolean hasCode(AwsServiceException answer) {
    return answer.awsErrorDetails() != null
        && answer.awsErrorDetails().errorCode() != null
        && !answer.awsErrorDetails().errorCode().isEmpty();
  }

  private static String code(AwsServiceException answer) {
    return hasCode(answer) ? answer.awsErrorDetails().errorCode() : "Http" + answer.statusCode();
  }

  private static String describe(AwsServiceException answer) {
    String message =
        answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorMessage();
    return "%s (HTTP %d, request %s)"
        .formatted(shortened(String.valueOf(message)), answer.statusCode(), answer.requestId());
  }
}
