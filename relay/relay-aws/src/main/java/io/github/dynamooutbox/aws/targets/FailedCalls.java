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

  /** A failure itself, without the exceptions that futures wrap around it. */
  public static Throwable causeOf(Throwable failure) {
    return BlockingCall.causeOf(failure);
  }
}
