package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.park.queue.SavedFailing;
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
 * Since when deliveries fail, over all runs: the next one, perhaps in another process, may be
 * handed the event that fails, and none of those that its target takes. Kept for it are only those
 * that fail while others pass: where none pass, the circuit says so, and all shards of a stream may
 * share one item. Belongs to the relay's loop.
 */
public final class FailingSince {
  /** Keeps what fails for the next run. */
  public interface Store {
    /**
     * Writes it some time.
     *
     * @param failing by name
     * @param over names of those that fail no more
     */
    void save(Map<String, SavedFailing> failing, Set<String> over);
  }

  /** A delivery that fails. */
  public record Failing(Instant since, boolean othersPass) {}

  /** The oldest of a run; they fit into 4 KB. Who forgets one parks it later. */
  private static final int MOST_KEPT = 50;

  /** Of all runs that share a scope: 35 KB, which each batch reads and each change writes. */
  private static final int MOST_OF_SCOPE = 500;

  /** Taken out with one write, whose expression has at most 4 KB; the next run takes out more. */
  private static final int MOST_OVER = 100;

  /** While something fails for longer than that, it is kept as often: a process may be killed. */
  private static final Duration KEPT_EVERY = Duration.ofMinutes(1);

  /** What nobody has renewed for so long belongs to nobody. */
  private static final Duration LEFT_BEHIND_AFTER = Duration.ofHours(1);

  private static final int NAME_BYTES = 9;

  private final Duration forgottenAfter;
  private final InstantSource clock;
  private final Store store;
  private final Map<FinishedDelivery, Failing> failing = new LinkedHashMap<>();
  private final Map<String, SavedFailing> kept = new HashMap<>();
  private final Set<String> over = new HashSet<>();
  private boolean restored;
  private Instant keptAt = Instant.MIN;

  /**
   * Nothing fails.
   *
   * @param forgottenAfter a delivery that was not seen to fail for so long fails for the first time
   */
  public FailingSince(Duration forgottenAfter, InstantSource clock, Store store) {
    this.forgottenAfter = forgottenAfter;
    this.clock = clock;
    this.store = store;
  }

  /** Goes on where other runs were; counts the first time only. */
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
   * A delivery fails.
   *
   * @param othersPass whether the target takes most of the others; empty: too few to tell
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

  /** A delivery is published or parked. */
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

  /** Keeps what fails now, at the end of a run; writes nothing if nothing does. */
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
      store.save(saved, gone);
    }
  }

  private List<Entry<FinishedDelivery, Failing>> oldestFirst() {
    return failing.entrySet().stream()
        .sorted(Entry.comparingByValue(Comparator.comparing(Failing::since)))
        .toList();
  }

  /** Short, because many share an item; the same in every process. */
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
