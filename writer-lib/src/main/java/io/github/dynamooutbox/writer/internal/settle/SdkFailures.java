package io.github.dynamooutbox.writer.internal.settle;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/** Derives the outcome of a request from an exception of the SDK. */
public final class SdkFailures {
  private static final int SERVER_ERROR = 500;

  private SdkFailures() {}

  /** How many requests the SDK sent for a call that failed; 1 if it does not say. */
  public static int requests(Throwable failure) {
    Integer reported = failure instanceof SdkException sdk ? sdk.numAttempts() : null;
    return reported == null ? 1 : Math.max(1, reported);
  }

  /** Whether the request may have been carried out despite the failure. */
  public static boolean leaveOutcomeOpen(Throwable failure) {
    if (failure instanceof AwsServiceException service) {
      return service.statusCode() >= SERVER_ERROR;
    }
    if (failure instanceof ApiCallTimeoutException
        || failure instanceof ApiCallAttemptTimeoutException
        || failure instanceof AbortedException) {
      return true;
    }
    if (failure instanceof SdkClientException client) {
      // Without a number of attempts, the SDK failed before its first request, for example without
      // credentials.
      return client.numAttempts() != null
          && !(client.numAttempts() == 1 && isRefusedConnection(client));
    }
    return false;
  }

  /** Whether no connection was established, so that nothing can have been sent. */
  private static boolean isRefusedConnection(Throwable failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof UnknownHostException
          || cause instanceof NoRouteToHostException) {
        return true;
      }
    }
    return false;
  }

  /** Whether a read that failed like this can succeed a moment later. */
  public static boolean mayPass(Throwable failure) {
    return failure instanceof AwsServiceException service
        ? service.isThrottlingException() || service.statusCode() >= SERVER_ERROR
        : failure instanceof SdkClientException && !(failure instanceof AbortedException);
  }
}
