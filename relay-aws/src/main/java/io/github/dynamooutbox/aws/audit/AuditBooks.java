package io.github.dynamooutbox.aws.audit;

import io.github.dynamooutbox.aws.control.EventMark;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Puts together what was committed with what is known about it, one bucket after the other, so that
 * memory is bounded. An entry that is there twice changes nothing. Thread-safe for adding.
 */
final class AuditBooks {
  private final Buckets events;
  private final Buckets evidence;

  private final int buckets;

  /**
   * AuditBooks in a directory.
   *
   * @param buckets in how many parts; one at a time is in memory
   */
  AuditBooks(Path directory, String look, int buckets) {
    this.buckets = buckets;
    events = new Buckets(directory, look + "-events", buckets);
    evidence = new Buckets(directory, look + "-evidence", buckets);
  }

  Buckets events() {
    return events;
  }

  Buckets evidence() {
    return evidence;
  }

  void delete() {
    events.delete();
    evidence.delete();
  }

  void add(Found found) {
    events.add(events.of(found.mark()), found.toBytes());
  }

  void add(KnownFate known) {
    evidence.add(evidence.of(known.event()), known.toBytes());
  }

  /**
   * Passes on each event once.
   *
   * @return events that are known to have been published or dropped and were not found
   */
  long judge(Consumer<Judged> each) {
    events.flush();
    evidence.flush();
    long strangers = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      Map<EventMark, Known> known = new HashMap<>();
      events.read(bucket, in -> known.putIfAbsent(Found.read(in).mark(), new Known()));
      Set<EventMark> others = new HashSet<>();
      evidence.read(
          bucket,
          in -> {
            KnownFate entry = KnownFate.read(in);
            Known about = known.get(entry.event());
            if (about != null) {
              about.add(entry);
            } else if (entry.parked() == 0) {
              others.add(entry.event());
            }
          });
      strangers += others.size();
      events.read(
          bucket,
          in -> {
            Found found = Found.read(in);
            Known about = known.remove(found.mark());
            if (about != null) {
              each.accept(about.judge(found));
            }
          });
    }
    return strangers;
  }

  /** What is known about one event. */
  private static final class Known {
    private long routedAt = Long.MIN_VALUE;
    private long routed = KnownFate.UNKNOWN;
    private long published;
    private long parked;

    /** Rules change: the last that the event has met count, of the same time all of them. */
    void add(KnownFate entry) {
      published |= entry.published();
      parked |= entry.parked();
      if (entry.routed() != KnownFate.UNKNOWN && entry.at() >= routedAt) {
        routed = entry.at() == routedAt ? routed | entry.routed() : entry.routed();
        routedAt = entry.at();
      }
    }

    Judged judge(Found found) {
      long due = routed == KnownFate.UNKNOWN ? found.expected() : routed;
      long here = (published | parked) & ~TargetBits.ALL;
      long all = (here == 0 ? due : due & ~TargetBits.ALL) | here;
      boolean isParkedForAll = (parked & TargetBits.ALL) != 0;
      if (isParkedForAll && all == 0) {
        all = TargetBits.ALL;
      }
      long inQueues = (isParkedForAll ? parked | ~published : parked) & all;
      long accepted = published & ~inQueues;
      long unproven = all & ~inQueues & ~accepted & ~found.proven();
      return new Judged(found, all, accepted, inQueues, unproven);
    }
  }
}
