package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.operations.audit.KnownFates.KnownFate;
import io.github.dynamooutbox.operations.internal.spool.Buckets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Matches committed events with the evidence about them, one bucket after the other, so that memory
 * is bounded: a bucket that is too large, because an aggregate has very many events, is first split
 * again. Duplicate entries change nothing. Adding is thread-safe.
 */
final class AuditBooks {
  /** How many parts a large bucket is split into. */
  private static final int PARTS = 32;

  /** How many bits of an event's mark select its part. */
  private static final int BITS = 5;

  /** The second half of a mark, which is random, has enough bits for these. */
  private static final int MOST_LEVELS = Long.SIZE / BITS;

  private final Path directory;
  private final String name;
  private final int buckets;
  private final long bytesAtOnce;
  private final int level;
  private final Buckets events;
  private final Buckets evidence;

  /**
   * Opens the books in a directory.
   *
   * @param buckets number of buckets; one at a time is in memory
   * @param bytesAtOnce the most bytes of entries, in their form on disk, that are in memory
   */
  AuditBooks(Path directory, String look, int buckets, long bytesAtOnce) {
    this(directory, look, buckets, bytesAtOnce, 0);
  }

  /**
   * @param level how often the entries were split before: level 0 distributes them by aggregate, a
   *     higher one by event
   */
  private AuditBooks(Path directory, String name, int buckets, long bytesAtOnce, int level) {
    this.directory = directory;
    this.name = name;
    this.buckets = buckets;
    this.bytesAtOnce = bytesAtOnce;
    this.level = level;
    events = new Buckets(directory, name + "-events", buckets);
    evidence = new Buckets(directory, name + "-evidence", buckets);
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
    events.add(bucket(found.mark()), found.toBytes());
  }

  void add(KnownFate known) {
    evidence.add(bucket(known.event()), known.toBytes());
  }

  /** All events of an aggregate are in one bucket, so that findings about it are close together. */
  private int bucket(EventMark event) {
    return level == 0
        ? (int) (event.aggregate() % buckets)
        : (int) (event.low() >>> (BITS * (level - 1))) & (PARTS - 1);
  }

  /**
   * Passes on each event once.
   *
   * @return the number of events that have a receipt but were not found in the table
   */
  long judge(Consumer<Judged> each) {
    events.flush();
    evidence.flush();
    long withoutRecord = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      boolean isSmall = events.length(bucket) + evidence.length(bucket) <= bytesAtOnce;
      withoutRecord +=
          isSmall || level == MOST_LEVELS ? compare(bucket, each) : distribute(bucket, each);
    }
    return withoutRecord;
  }

  /**
   * The entries are on disk twice meanwhile. Parts that an interrupted audit left are written
   * again.
   */
  private long distribute(int bucket, Consumer<Judged> each) {
    String part = "%s-%03d".formatted(name, bucket);
    AuditBooks parts = new AuditBooks(directory, part, PARTS, bytesAtOnce, level + 1);
    parts.delete();
    try {
      events.read(bucket, in -> parts.add(Found.read(in)));
      evidence.read(bucket, in -> parts.add(KnownFate.read(in)));
      return parts.judge(each);
    } finally {
      parts.delete();
    }
  }

  private long compare(int bucket, Consumer<Judged> each) {
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
    events.read(
        bucket,
        in -> {
          Found found = Found.read(in);
          Known about = known.remove(found.mark());
          if (about != null) {
            each.accept(about.judge(found));
          }
        });
    return others.size();
  }

  /** What is known about one event. */
  private static final class Known {
    private long routedAt = Long.MIN_VALUE;
    private long routed = KnownFate.UNKNOWN;
    private long published;
    private long parked;

    /**
     * Rules change: those that were applied to the event last count, and all of them if applied at
     * the same time.
     */
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

  /**
   * What became of one event, by target; sets of targets are bits, and the last three do not
   * overlap.
   *
   * @param routed all targets of the event; none: a rule drops it
   * @param published accepted by the target
   * @param parked in a queue
   * @param unproven neither
   */
  record Judged(Found found, long routed, long published, long parked, long unproven) {}
}
