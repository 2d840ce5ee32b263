package io.github.dynamooutbox.aws.config;

import java.time.Duration;
import java.util.Optional;

/** How an invocation's time is divided, where the relay or the redrive is a function. */
public final class InvocationTime {
  /** For what is not a request to a target: the control table, metrics, and the answer. */
  private static final Duration REST = Duration.ofSeconds(5);

  private InvocationTime() {}

  /**
   * Returns how much time of an invocation must be left to begin another event: enough for one
   * request, and for what follows it.
   *
   * @param callTimeout maximum duration of a request
   */
  public static Duration leastToBegin(Duration callTimeout) {
    return callTimeout.plus(REST);
  }

  /**
   * Says what is wrong if requests may take so long that invocations end without their outcome:
   * every invocation would then send them again, and none would ever count as failed.
   *
   * @param callTimeout maximum duration of a request
   * @param timeout the function's timeout
   * @return what is wrong and what to do; empty if both go together
   */
  public static Optional<String> problem(Duration callTimeout, Duration timeout) {
    return timeout.compareTo(leastToBegin(callTimeout)) > 0
        ? Optional.empty()
        : Optional.of(
            "%d leaves too little of the function's timeout, %d s, of which everything but the request needs %d s; lower the first, or raise the second"
                .formatted(callTimeout.toMillis(), timeout.toSeconds(), REST.toSeconds()));
  }
}
