package io.github.dynamooutbox.relay.publish;

import java.util.function.Function;

/** The outcome of an entry of a batch. */
public sealed interface PublishOutcome {
  /**
   * Applies the function for its kind. A kind that is added later breaks the compilation of every
   * caller, so that none can overlook it.
   */
  <R> R fold(
      Function<Published, R> published, Function<Retry, R> retry, Function<Rejected, R> rejected);

  /**
   * The target has accepted the entry.
   *
   * @param deduplicated whether the target said that it had accepted this event before, and did not
   *     store it again; most targets do not say so
   */
  record Published(boolean deduplicated) implements PublishOutcome {
    public static final Published INSTANCE = new Published(false);

    /** For a target that says what it dropped. */
    public static final Published DEDUPLICATED = new Published(true);

    @Override
    public <R> R fold(
        Function<Published, R> published,
        Function<Retry, R> retry,
        Function<Rejected, R> rejected) {
      return published.apply(this);
    }
  }

  /**
   * The environment is at fault (throttling, 5xx, timeout, missing permissions, missing target):
   * the same entry may be accepted later.
   *
   * @param code the service's error code, or the exception's simple name
   * @param message what happened, without payload
   */
  record Retry(String code, String message) implements PublishOutcome {
    @Override
    public <R> R fold(
        Function<Published, R> published,
        Function<Retry, R> retry,
        Function<Rejected, R> rejected) {
      return retry.apply(this);
    }
  }

  /**
   * The entry itself is at fault, and will be refused again.
   *
   * @param code the service's error code
   * @param message what happened, without payload
   */
  record Rejected(String code, String message) implements PublishOutcome {
    @Override
    public <R> R fold(
        Function<Published, R> published,
        Function<Retry, R> retry,
        Function<Rejected, R> rejected) {
      return rejected.apply(this);
    }
  }
}
