package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.circuit.CircuitPolicy;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One event on its way to one target. Confined to the relay's event loop. */
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
   * Creates a delivery that was not sent yet.
   *
   * @param routed all targets of the event; empty if they are unknown
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

  /** All targets of the event; empty if they are unknown. */
  public Optional<Set<String>> routed() {
    return routed;
  }

  public Progress.Slot slot() {
    return slot;
  }

  /** When the stream received the record or, if that is unknown, when the writer wrote it. */
  Instant createdAt() {
    return slot.createdAt().orElse(envelope.record().context().writtenAt());
  }

  /** It waits for its target from now on, at the end of its lane. */
  void waitsSince(Instant now) {
    readyAt = now;
  }

  /** Since when it has been waiting for its target, including what was before it in its lane. */
  Instant readySince(Instant now) {
    return readyAt == null ? now : readyAt;
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

  /** An event that a target has accepted, or that is parked for it. */
  public static FinishedDelivery finished(Envelope envelope, String target) {
    return new FinishedDelivery(envelope.position(), envelope.key(), envelope.index(), target);
  }

  /** The outcome of the last attempt; empty if there was none yet. */
  public Optional<Retry> failure() {
    return Optional.ofNullable(failure);
  }

  /** The target's counts of first attempts when this delivery first failed. */
  Optional<FirstAttempts.Counts> firstFailedAt() {
    return Optional.ofNullable(firstFailedAt);
  }

  /** Whether the last attempt was refused because the target gets too much. */
  boolean isThrottled() {
    return failure != null && failure.throttled();
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

  /**
   * Counts the deliveries that a target accepted at their first attempt, and those that it did not.
   * Distinguishes a stuck event from a failing target: further attempts do not count, so that a few
   * events that always fail do not make the target look bad.
   */
  static final class FirstAttempts {
    /** The counts at one moment. */
    record Counts(long accepted, long failed) {}

    private long accepted;
    private long failed;

    void accepted() {
      accepted++;
    }

    void failed() {
      failed++;
    }

    Counts now() {
      return new Counts(accepted, failed);
    }

    /**
     * Whether the target has accepted most others since then; empty if there were too few to tell.
     */
    Optional<Boolean> mostAcceptedSince(Counts then) {
      long yes = accepted - then.accepted;
      long no = failed - then.failed;
      return yes + no >= CircuitPolicy.ENOUGH_OTHERS ? Optional.of(yes > no) : Optional.empty();
    }
  }
}
