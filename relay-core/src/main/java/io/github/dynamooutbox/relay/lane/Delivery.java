package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.progress.Progress;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One event on its way to one target. Belongs to the relay's loop. */
public final class Delivery {
  private final Envelope envelope;
  private final LaneKey lane;
  private final Progress.Slot slot;
  private @Nullable Instant firstAttempt;
  private int attempts;

  public Delivery(Envelope envelope, LaneKey lane, Progress.Slot slot) {
    this.envelope = envelope;
    this.lane = lane;
    this.slot = slot;
  }

  public Envelope envelope() {
    return envelope;
  }

  public LaneKey lane() {
    return lane;
  }

  public Progress.Slot slot() {
    return slot;
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
    return new FinishedDelivery(
        envelope.position(), envelope.key(), envelope.index(), lane.target());
  }

  void sent(Instant now) {
    attempts++;
    if (firstAttempt == null) {
      firstAttempt = now;
    }
  }
}
