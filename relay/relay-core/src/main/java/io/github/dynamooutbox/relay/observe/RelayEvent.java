package io.github.dynamooutbox.relay.observe;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;

/** What a {@link RelayObserver} is told. Kinds may be added: ignore those that are unknown. */
public sealed interface RelayEvent {
  /**
   * A target accepted an event.
   *
   * @param age from the writer's clock just before the commit until now
   */
  record Published(String target, Envelope envelope, Duration age) implements RelayEvent {}

  /**
   * A target accepted an event and said that it had it already. {@link Published} reports the same
   * event, too.
   */
  record Deduplicated(String target, Envelope envelope) implements RelayEvent {}

  /** An event will be sent to a target again. */
  record Retried(String target, Envelope envelope, String code, String message)
      implements RelayEvent {}

  /** A target will never accept an event. Another relay event reports what happens to it. */
  record Rejected(String target, Envelope envelope, String code, String message)
      implements RelayEvent {}

  /**
   * An event is durably parked for a target.
   *
   * @param target the target, or {@code *} where no rule matches the event
   */
  record Parked(String target, Envelope envelope, ParkedEvent.Cause cause) implements RelayEvent {}

  /**
   * A record that cannot be read is durably parked for all targets.
   *
   * @param record where it is and what is wrong with it; its item may contain a payload
   */
  record ParkedUnreadable(ParkedEvent record) implements RelayEvent {}

  /** A record had nothing to publish, or a rule dropped an event. */
  record Skipped(SkipReason reason) implements RelayEvent {}

  /** Why there is nothing to publish. */
  enum SkipReason {
    /** A business item, or a change of a record other than its insertion. */
    NOT_OURS,
    /** A rule drops the event. */
    DROPPED
  }

  /**
   * An event is skipped because an earlier, interrupted batch published or parked it.
   *
   * @param target the target, or {@code *} for what was parked for all of them
   */
  record FinishedBefore(String target) implements RelayEvent {}

  /**
   * A heartbeat arrived, whether or not it is published; repeated if its batch is delivered again.
   *
   * @param age from the writer's clock just before the commit until the relay read it
   */
  record Heartbeat(Envelope heartbeat, Duration age) implements RelayEvent {}

  /** An event reached the stream after one of the same aggregate with a higher sequence. */
  record Inverted(AggregateKey aggregate, StreamPosition position) implements RelayEvent {}

  /** A request was sent to a target. */
  record BatchSent(String target, int entries, long bytes) implements RelayEvent {}

  /**
   * A request to a target has ended, whatever the answer.
   *
   * @param took from sending it until its answer
   */
  record Answered(String target, Duration took) implements RelayEvent {}

  /**
   * A target is down: it has accepted nothing for the configured time.
   *
   * @param since when it began to fail
   * @param code of the last failure
   */
  record TargetDown(String target, Instant since, String code) implements RelayEvent {}

  /**
   * A target is still down: reported when it goes down, with each probe that fails, and by a run
   * that starts while it is down.
   *
   * @param age how long it has accepted nothing
   */
  record StillDown(String target, Duration age) implements RelayEvent {}

  /** A target that was down accepts events again. */
  record TargetUp(String target) implements RelayEvent {}

  /** The relay stops at this position; the message says why and what to do. */
  record Halted(StreamPosition position, String reason, String message) implements RelayEvent {}

  /**
   * A receipt or a finished-ahead list could not be written. Duplicates are possible, but no loss.
   *
   * @param what which of them
   * @param events how many events it covered
   * @param code the failure's simple name
   */
  record Lost(String what, int events, String code) implements RelayEvent {}

  /**
   * A call to the control table failed and is retried; what depends on its answer waits.
   *
   * @param what which call
   * @param code the failure's simple name
   * @param message what the service says
   */
  record ControlFailed(String what, String code, String message) implements RelayEvent {}
}
