package io.github.dynamooutbox.writer.internal.settle;

import io.github.dynamooutbox.format.ForeignFailures;
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
  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  /** From a proxy: the service may have got the request. */
  private static final int REQUEST_TIMEOUT = 408;

  /** AWS, "Common Errors": the connection was closed before there was an answer; status 400. */
  private static final String REQUEST_ABORTED = "RequestAbortedException";

  private SdkFailures() {}

  /**
   * Throws on what no commit can settle: a failure of the virtual machine, and an assertion, with
   * which the client of a test fails that test.
   */
  public static void rethrowIfFatal(Throwable failure) {
    ForeignFailures.rethrowIfOfTheMachine(failure);
    if (failure instanceof AssertionError assertion) {
      throw assertion;
    }
  }

  /** How many requests the SDK sent for a call that failed; 1 if it does not say. */
  public static int requests(Throwable failure) {
    Integer reported = failure instanceof SdkException sdk ? sdk.numAttempts() : null;
    return reported == null ? 1 : Math.max(1, reported);
  }

  /**
   * Whether the request may have been carried out despite the failure. Only a refusal by the
   * service, and a failure before the request was sent, say that it was not.
   */
  public static boolean leaveOutcomeOpen(Throwable failure) {
    if (failure instanceof AwsServiceException service) {
      return !isRefusal(service);
    }
    if (failure instanceof ApiCallTimeoutException
        || failure instanceof ApiCallAttemptTimeoutException
        || failure instanceof AbortedException
        || !(failure instanceof SdkClientException client)) {
      return true;
    }
    // Without a number of attempts, the SDK failed before its first request, for example without
    // credentials.
    return client.numAttempts() != null
        && !(client.numAttempts() == 1 && isRefusedConnection(client));
  }

  /** Anything but 4xx is no answer to the request; two kinds of 4xx are not either. */
  private static boolean isRefusal(AwsServiceException service) {
    boolean isCutOff =
        service.statusCode() == REQUEST_TIMEOUT
            || (service.awsErrorDetails() != null
                && REQUEST_ABORTED.equals(service.awsErrorDetails().errorCode()));
    return service.statusCode() >= CLIENT_ERROR && service.statusCode() < SERVER_ERROR && !isCutOff;
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
        ? service.isThrottlingException() || !isRefusal(service)
        : failure instanceof RuntimeException && !(failure instanceof AbortedException);
  }
}
