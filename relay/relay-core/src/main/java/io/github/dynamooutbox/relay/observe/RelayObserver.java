package io.github.dynamooutbox.relay.observe;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;

/**
 * Observes what the relay does, for metrics and logs. The relay calls it on its own thread, so
 * implementations must return quickly. An exception that one throws is logged and changes nothing
 * else. Log ids and positions, never payloads.
 */
public interface RelayObserver {
  /** Ignores everything. */
  RelayObserver NONE = new RelayObserver() {};

  /**
   * A target accepted an event.
   *
   * @param age from the writer's clock just before the commit until now
   */
  default void published(String target, Envelope envelope, Duration age) {}

  /** An event will be sent to a target again. */
  default void retried(String target, Envelope envelope, String code, String message) {}

  /** A target will never accept an event. Another call reports what happens to the event. */
  default void rejected(String target, Envelope envelope, String code, String message) {}

  /**
   * An event is durably parked for a target.
   *
   * @param target the target, or {@code *} where no rule matches the event
   */
  default void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {}

  /**
   * A record that cannot be read is durably parked for all targets.
   *
   * @param record where it is and what is wrong with it; its item may contain a payload
   */
  default void parkedUnreadable(ParkedEvent record) {}

  /** A record had nothing to publish, or a rule dropped an event. */
  default void skipped(SkipReason reason) {}

  /**
   * An event is skipped because an earlier, interrupted batch published or parked it.
   *
   * @param target the target, or {@code *} for what was parked for all of them
   */
  default void finishedBefore(String target) {}

  /**
   * A heartbeat arrived, whether or not it is published; repeated if its batch is delivered again.
   *
   * @param age from the writer's clock just before the commit until the relay read it
   */
  default void heartbeat(Envelope heartbeat, Duration age) {}

  /** An event reached the stream after one of the same aggregate with a higher sequence. */
  default void inverted(AggregateKey aggregate, StreamPosition position) {}

  /** A request was sent to a target. */
  default void batchSent(String target, int entries, long bytes) {}

  /**
   * A request to a target has ended, whatever the answer.
   *
   * @param took from sending it until its answer
   */
  default void answered(String target, Duration took) {}

  /**
   * A target is down: it has accepted nothing for the configured time.
   *
   * @param since when it began to fail
   * @param code of the last failure
   */
  default void targetDown(String target, Instant since, String code) {}

  /**
   * A target is still down: reported when it goes down, with each probe that fails, and by a run
   * that starts while it is down.
   *
   * @param age how long it has accepted nothing
   */
  default void stillDown(String target, Duration age) {}

  /** A target that was down accepts events again. */
  default void targetUp(String target) {}

  /** The relay stops at this position; the message says why and what to do. */
  default void halted(StreamPosition position, String reason, String message) {}

  /**
   * A receipt or a finished-ahead list could not be written. Duplicates are possible, but no loss.
   *
   * @param what which of them
   * @param events how many events it covered
   * @param code the failure's simple name
   */
  default void lost(String what, int events, String code) {}

  /**
   * A call to the control table failed and is retried; what depends on its answer waits.
   *
   * @param what which call
   * @param code the failure's simple name
   * @param message what the service says
   */
  default void controlFailed(String what, String code, String message) {}

  /** Why there is nothing to publish. */
  enum SkipReason {
    /** A business item, or a change of a record other than its insertion. */
    NOT_OURS,
    /** A rule drops the event. */
    DROPPED
  }
}
