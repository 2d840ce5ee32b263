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

  /** The target has accepted the entry. */
  record Published() implements PublishOutcome {
    public static final Published INSTANCE = new Published();

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
