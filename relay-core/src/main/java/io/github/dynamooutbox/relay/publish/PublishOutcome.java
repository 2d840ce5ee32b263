package io.github.dynamooutbox.relay.publish;

/** What became of one entry of a batch. */
public sealed interface PublishOutcome {

  /** The target has accepted the entry. */
  record Published() implements PublishOutcome {
    public static final Published INSTANCE = new Published();
  }

  /**
   * The environment is at fault (throttling, 5xx, time-out, missing rights, missing target): the
   * same entry may be accepted later.
   *
   * @param code the service's error code, or the exception's simple name
   * @param message what happened, without payload
   */
  record Retry(String code, String message) implements PublishOutcome {}

  /**
   * The entry itself is at fault and will be at fault tomorrow.
   *
   * @param code the service's error code
   * @param message what happened, without payload
   */
  record Rejected(String code, String message) implements PublishOutcome {}
}
