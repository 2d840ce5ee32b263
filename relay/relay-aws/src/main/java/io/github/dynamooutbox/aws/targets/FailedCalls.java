package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import software.amazon.awssdk.core.exception.SdkException;

/** Interprets failed calls of the SDK. Stateless. */
public final class FailedCalls {
  private FailedCalls() {}

  /**
   * The outcome of a call whose failure cannot be an event's fault: with the service's error code,
   * or the exception's simple name where there was no answer, and a short message that quotes
   * nothing of the request.
   */
  public static PublishOutcome.Retry retry(SdkException failure) {
    return RequestErrors.retry(failure);
  }

  /**
   * The outcome where code of a target or a fetcher failed unexpectedly: with the exception's
   * simple name and the place where it was thrown, but not its message, which may contain a
   * payload.
   *
   * @param what was being done
   */
  public static PublishOutcome.Retry unexpected(String what, Exception failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    return new PublishOutcome.Retry(
        failure.getClass().getSimpleName(),
        "%s failed unexpectedly%s".formatted(what, stack.length == 0 ? "" : " at " + stack[0]));
  }

  /** A failure itself, without the exceptions that futures wrap around it. */
  public static Throwable causeOf(Throwable failure) {
    return BlockingCall.causeOf(failure);
  }
}
