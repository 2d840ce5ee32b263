package io.github.dynamooutbox.relay.observe;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;

/**
 * Is told what the relay does, for metrics and logs. Calls come from the relay's own thread: they
 * must be quick and must not throw. Whoever logs, logs ids and positions, never payloads.
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

  /** A target will never take an event. What happens to it is said by another call. */
  default void rejected(String target, Envelope envelope, String code, String message) {}

  /**
   * An event is durably parked for a target.
   *
   * @param target the target, or {@code *} where no rule takes the event
   */
  default void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {}

  /**
   * A record that cannot be read is durably parked for all targets.
   *
   * @param record where it stands and what is wrong with it; its item is payload
   */
  default void parkedUnreadable(ParkedEvent record) {}

  /** A record carried nothing to publish, or a rule drops an event. */
  default void skipped(SkipReason reason) {}

  /**
   * An event is left out, since an earlier, interrupted batch has published or parked it.
   *
   * @param target the target, or {@code *} for what was parked for all of them
   */
  default void finishedBefore(String target) {}

  /**
   * A heartbeat arrived, published or not; again where an interrupted batch is delivered again.
   *
   * @param age from the writer's clock just before the commit until the relay got to it
   */
  default void heartbeat(Envelope heartbeat, Duration age) {}

  /** An event reached the stream after one of the same aggregate with a higher sequence. */
  default void inverted(AggregateKey aggregate, StreamPosition position) {}

  /** A request was sent to a target. */
  default void batchSent(String target, int entries, long bytes) {}

  /**
   * A target is down: it has accepted nothing for a while.
   *
   * @param since when it began to fail
   * @param code of the last failure
   */
  default void targetDown(String target, Instant since, String code) {}

  /** A target that was down accepts events again. */
  default void targetUp(String target) {}

  /** The relay will not pass this position: the message says why and what to do. */
  default void halted(StreamPosition position, String reason, String message) {}

  /**
   * A receipt or a finished-ahead list could not be written: duplicates are possible, nothing else.
   *
   * @param what which of them
   * @param events how many events it was about
   * @param code the failure's simple name
   */
  default void lost(String what, int events, String code) {}

  /**
   * A call to the control table failed and is made again: nothing goes on without its answer.
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
    /** A rule says {@code drop}. */
    DROPPED
  }
}
