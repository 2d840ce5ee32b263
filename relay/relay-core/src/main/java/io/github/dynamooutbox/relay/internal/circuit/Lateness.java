package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.internal.progress.Progress.RecordAge;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells whether a shard is about to lose records: its first unfinished record is close to the end
 * of the stream's retention, and the lag does not shrink. A shard that is catching up is left
 * alone, however late it is. Confined to the relay's event loop.
 */
public final class Lateness {
  /** How long a late shard is watched before it is judged whether it is catching up. */
  static final Duration WATCHED = Duration.ofMinutes(10);

  /** A saved observation that was not renewed for this long says nothing about the present. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

  private final Supplier<Optional<Instant>> oldest;
  private final InstantSource clock;
  private final Memory.Store store;
  private Optional<SavedLateness> known = Optional.empty();
  private boolean restored;
  private boolean wasLate;
  private boolean hopeless;

  /**
   * Starts without an observation.
   *
   * @param oldest when the first unfinished record was created, if there is one
   * @param store saves the observation for the next run
   */
  public Lateness(Supplier<Optional<Instant>> oldest, InstantSource clock, Memory.Store store) {
    this.oldest = oldest;
    this.clock = clock;
    this.store = store;
  }

  /** Continues from what an earlier run saved; only the first call has an effect. */
  public void restore(Optional<SavedLateness> saved) {
    if (!restored) {
      known = saved;
      restored = true;
    }
  }

  /** Whether records close to the end of the stream's retention must not wait any longer. */
  public boolean isHopeless() {
    return hopeless;
  }

  /** Observes the shard once more, unless what an earlier run saved is not restored yet. */
  public void update() {
    Optional<Instant> created = oldest.get();
    if (created.isEmpty() || !restored) {
      hopeless = false;
      return;
    }
    Instant now = clock.instant();
    Duration age = RecordAge.between(created.get(), now);
    if (age.compareTo(BlockedAfter.BACKSTOP) < 0) {
      hopeless = false;
      onTime(now);
    } else {
      wasLate = true;
      known = known.filter(late -> !isForgotten(late, now));
      known.ifPresentOrElse(
          late -> stillLate(late, age, now), () -> keep(new SavedLateness(now, age)));
    }
  }

  /** Clears what this run has saved, and what another one has left behind. */
  private void onTime(Instant now) {
    if (known.filter(late -> wasLate || isForgotten(late, now)).isPresent()) {
      known = Optional.empty();
      save();
    }
    wasLate = false;
  }

  private static boolean isForgotten(SavedLateness late, Instant now) {
    return now.isAfter(late.since().plus(FORGOTTEN_AFTER));
  }

  private void stillLate(SavedLateness late, Duration age, Instant now) {
    boolean isDue = !now.isBefore(late.since().plus(WATCHED));
    boolean isYounger = age.compareTo(late.age()) < 0;
    hopeless = isDue && !isYounger;
    if (isDue && isYounger) {
      keep(new SavedLateness(now, age));
    } else if (!now.isBefore(late.since().plus(WATCHED.multipliedBy(2)))) {
      keep(new SavedLateness(now.minus(WATCHED), late.age()));
    }
  }

  private void keep(SavedLateness late) {
    known = Optional.of(late);
    save();
  }

  private void save() {
    store.save(SavedMemory.Change.ofLateness(known), () -> {});
  }
}
