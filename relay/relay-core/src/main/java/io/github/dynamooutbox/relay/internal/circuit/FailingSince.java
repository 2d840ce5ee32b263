package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tracks since when deliveries have been failing, across runs: the next run, perhaps in another
 * process, may receive the failing event and none of those that its target accepts. Only deliveries
 * that fail while others succeed are saved: where none succeed the circuit says so, and all shards
 * of a stream may share one item. Confined to the relay's event loop.
 */
public final class FailingSince {
  /** A failing delivery. */
  public record Failing(Instant since, boolean othersPass) {}

  /**
   * How many a run saves, the oldest ones; they fit into 4 KB. One that is not saved is parked
   * later.
   */
  private static final int MOST_KEPT = 50;

  /**
   * How many are saved for all runs that share a scope: 35 KB, which each batch reads and each
   * change writes.
   */
  private static final int MOST_OF_SCOPE = 500;

  /**
   * How many one write removes, because its expression has at most 4 KB; the next run removes more.
   */
  private static final int MOST_OVER = 100;

  /**
   * A delivery that has failed for longer than this is saved this often, because the process may be
   * killed.
   */
  private static final Duration KEPT_EVERY = Duration.ofMinutes(1);

  /** A saved failure that was not renewed for this long was left behind. */
  private static final Duration LEFT_BEHIND_AFTER = Duration.ofHours(1);

  private static final int NAME_BYTES = 9;

  private final Duration forgottenAfter;
  private final InstantSource clock;
  private final Memory.Store store;
  private final Map<FinishedDelivery, Failing> failing = new LinkedHashMap<>();
  private final Map<String, SavedFailing> kept = new HashMap<>();
  private final Set<String> over = new HashSet<>();
  private boolean restored;
  private Instant keptAt = Instant.MIN;

  /**
   * Starts without failing deliveries.
   *
   * @param forgottenAfter a delivery that was not saved as failing for this long counts as failing
   *     for the first time
   */
  public FailingSince(Duration forgottenAfter, InstantSource clock, Memory.Store store) {
    this.forgottenAfter = forgottenAfter;
    this.clock = clock;
    this.store = store;
  }

  /** Continues from what earlier runs saved; only the first call has an effect. */
  public void restore(Map<String, SavedFailing> saved) {
    if (restored) {
      return;
    }
    restored = true;
    Instant now = clock.instant();
    saved.forEach(
        (name, each) -> {
          if (now.isAfter(each.savedAt().plus(LEFT_BEHIND_AFTER))) {
            over.add(name);
          } else {
            kept.put(name, each);
          }
        });
  }

  /**
   * Records that a delivery has failed.
   *
   * @param othersPass whether the target accepts most other deliveries; empty if there are too few
   *     to tell
   */
  public Failing failed(FinishedDelivery delivery, Optional<Boolean> othersPass) {
    Instant now = clock.instant();
    Failing before =
        Optional.ofNullable(failing.get(delivery))
            .or(() -> known(delivery, now))
            .orElse(new Failing(now, false));
    Failing next = new Failing(before.since, othersPass.orElse(before.othersPass));
    failing.put(delivery, next);
    if (keptAt.equals(Instant.MIN)) {
      keptAt = now;
    } else if (next.othersPass
        && !now.isBefore(keptAt.plus(KEPT_EVERY))
        && !now.isBefore(next.since.plus(KEPT_EVERY))) {
      save(now);
    }
    return next;
  }

  private Optional<Failing> known(FinishedDelivery delivery, Instant now) {
    return kept.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(kept.get(name(delivery)))
            .filter(each -> !now.isAfter(each.savedAt().plus(forgottenAfter)))
            .map(each -> new Failing(each.since(), each.othersPass()));
  }

  /** Records that a delivery is published or parked. */
  public void finished(FinishedDelivery delivery) {
    failing.remove(delivery);
    forget(delivery);
  }

  private void forget(FinishedDelivery delivery) {
    if (!kept.isEmpty()) {
      String name = name(delivery);
      if (kept.remove(name) != null) {
        over.add(name);
      }
    }
  }

  /** Saves what is failing now; for the end of a run. Writes nothing if nothing is failing. */
  public void close() {
    save(clock.instant());
  }

  private void save(Instant now) {
    keptAt = now;
    Map<String, SavedFailing> saved = new HashMap<>();
    for (Entry<FinishedDelivery, Failing> each : oldestFirst()) {
      if (!each.getValue().othersPass) {
        forget(each.getKey());
      } else if (saved.size() < MOST_KEPT) {
        String name = name(each.getKey());
        if (kept.containsKey(name) || kept.size() < MOST_OF_SCOPE) {
          SavedFailing next = new SavedFailing(each.getValue().since, now, true);
          kept.put(name, next);
          saved.put(name, next);
        }
      }
    }
    Set<String> gone = over.stream().limit(MOST_OVER).collect(Collectors.toSet());
    over.removeAll(gone);
    if (!saved.isEmpty() || !gone.isEmpty()) {
      store.save(SavedMemory.Change.ofFailing(saved, gone), () -> {});
    }
  }

  private List<Entry<FinishedDelivery, Failing>> oldestFirst() {
    return failing.entrySet().stream()
        .sorted(Entry.comparingByValue(Comparator.comparing(Failing::since)))
        .toList();
  }

  /** A name that is short, because many share an item, and the same in every process. */
  private static String name(FinishedDelivery delivery) {
    String whole =
        String.join(
            "\n",
            delivery.target(),
            delivery.position().toString(),
            delivery.record().partition(),
            delivery.record().sort(),
            Integer.toString(delivery.index()));
    byte[] hash = Sha256.of(whole.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, NAME_BYTES));
  }
}
