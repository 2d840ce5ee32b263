package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One event on its way to one target. Belongs to the relay's loop. */
public final class Delivery {
  private final Envelope envelope;
  private final LaneKey lane;
  private final Optional<Set<String>> routed;
  private final Progress.Slot slot;
  private @Nullable Instant readyAt;
  private @Nullable Instant firstAttempt;
  private int attempts;
  private @Nullable Retry failure;
  private FirstAttempts.@Nullable Counts firstFailedAt;
  private @Nullable FinishedDelivery asFinished;

  /**
   * A delivery that is to be made.
   *
   * @param routed all targets of the event; empty if they are not known
   */
  public Delivery(
      Envelope envelope, LaneKey lane, Optional<Set<String>> routed, Progress.Slot slot) {
    this.envelope = envelope;
    this.lane = lane;
    this.routed = routed;
    this.slot = slot;
  }

  public Envelope envelope() {
    return envelope;
  }

  public LaneKey lane() {
    return lane;
  }

  /** All targets of the event; empty if they are not known. */
  public Optional<Set<String>> routed() {
    return routed;
  }

  public Progress.Slot slot() {
    return slot;
  }

  /** When the stream got its record, or the writer wrote it. */
  Instant createdAt() {
    return slot.createdAt().orElse(envelope.record().context().writtenAt());
  }

  /** Since when it waits for its target, once its turn has come. */
  Instant readySince(Instant now) {
    if (readyAt == null) {
      readyAt = now;
    }
    return readyAt;
  }

  /** How often it was sent. */
  public int attempts() {
    return attempts;
  }

  /** When it was first sent. */
  public Optional<Instant> firstAttempt() {
    return Optional.ofNullable(firstAttempt);
  }

  public FinishedDelivery asFinished() {
    if (asFinished == null) {
      asFinished = finished(envelope, lane.target());
    }
    return asFinished;
  }

  /** An event that a target has, or for which it is parked. */
  public static FinishedDelivery finished(Envelope envelope, String target) {
    return new FinishedDelivery(envelope.position(), envelope.key(), envelope.index(), target);
  }

  /** The outcome of the last attempt; empty if there was none yet. */
  public Optional<Retry> failure() {
    return Optional.ofNullable(failure);
  }

  /** What the target had accepted at the first attempt when this delivery first failed. */
  Optional<FirstAttempts.Counts> firstFailedAt() {
    return Optional.ofNullable(firstFailedAt);
  }

  void failed(Retry outcome, FirstAttempts.Counts now) {
    failure = outcome;
    if (firstFailedAt == null) {
      firstFailedAt = now;
    }
  }

  void sent(Instant now) {
    attempts++;
    if (firstAttempt == null) {
      firstAttempt = now;
    }
  }
}
