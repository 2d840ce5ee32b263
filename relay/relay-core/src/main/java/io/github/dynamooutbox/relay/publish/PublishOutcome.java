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
   * The environment is or may be at fault (throttling, 5xx, timeout, missing permissions, missing
   * target): the same entry may be accepted later.
   *
   * @param code the service's error code, or the exception's simple name
   * @param message what happened, without payload
   * @param reason what is to blame, as far as the service says
   */
  record Retry(String code, String message, Reason reason) implements PublishOutcome {
    /** What is to blame for a failure. */
    public enum Reason {
      /** The answer says nothing about the entry, nor about how much the target takes. */
      UNKNOWN,
      /**
       * The target gets too much at present; the relay then sends it less, and tries the events
       * that were refused again, the oldest first.
       */
      THROTTLED,
      /**
       * The service blames the entry, with an error that its documentation does not call permanent.
       * It is retried and, if it keeps failing while others pass, parked; a relay that cannot park
       * halts at it.
       */
      ENTRY
    }

    /** A failure that says nothing about the entry, nor about how much the target takes. */
    public Retry(String code, String message) {
      this(code, message, Reason.UNKNOWN);
    }

    /** Whether the target refuses it only because it gets too much at present. */
    public boolean throttled() {
      return reason == Reason.THROTTLED;
    }

    /** Whether the service blames the entry. */
    public boolean blamesEntry() {
      return reason == Reason.ENTRY;
    }

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
