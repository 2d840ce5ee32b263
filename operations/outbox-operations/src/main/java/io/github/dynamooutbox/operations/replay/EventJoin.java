package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.operations.internal.spool.Buckets;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins by event what arrives in three different orders: which events there are, which targets miss
 * them, and which targets have accepted them. Entries are on disk, in parts by event; a part that
 * is too large is split again, so that memory is bounded. Sets of targets are bits. Used by one
 * thread at a time.
 */
final class EventJoin {
  private static final int FIRST_PARTS = 256;
  private static final int PARTS = 32;
  private static final int FIRST_BITS = 8;
  private static final int BITS = 5;

  /** The second half of a mark is random. */
  private static final int MOST_LEVELS = (Long.SIZE - FIRST_BITS) / BITS;

  private static final long NOWHERE = -1;

  /** Receives what was found about each event. */
  interface Findings {
    /**
     * An event that exists.
     *
     * @param place the number with which it was added
     * @param missing targets that need it
     * @param accepted targets that have it
     */
    void found(long place, long missing, long accepted);

    /** An event that these targets need, but that does not exist any more. */
    void gone(long missing);
  }

  private final Path directory;
  private final String name;
  private final long bytesAtOnce;
  private final int level;
  private final Buckets entries;

  /**
   * @param directory has to exist
   * @param bytesAtOnce the most bytes of entries, in their form on disk, that are in memory
   */
  EventJoin(Path directory, long bytesAtOnce) {
    this(directory, "join", bytesAtOnce, 0);
  }

  private EventJoin(Path directory, String name, long bytesAtOnce, int level) {
    this.directory = directory;
    this.name = name;
    this.bytesAtOnce = bytesAtOnce;
    this.level = level;
    entries = new Buckets(directory, name, level == 0 ? FIRST_PARTS : PARTS);
    // An interrupted run may have left entries.
    entries.delete();
  }

  void event(EventMark event, long place) {
    add(new Entry(event, place, 0, 0));
  }

  void missing(EventMark event, long targets) {
    add(new Entry(event, NOWHERE, targets, 0));
  }

  void accepted(EventMark event, long targets) {
    add(new Entry(event, NOWHERE, 0, targets));
  }

  private void add(Entry entry) {
    entries.add(part(entry.event()), entry.toBytes());
  }

  private int part(EventMark event) {
    return level == 0
        ? (int) event.low() & (FIRST_PARTS - 1)
        : (int) (event.low() >>> (FIRST_BITS + BITS * (level - 1))) & (PARTS - 1);
  }

  /** Passes on each event once, in no particular order. */
  void join(Findings findings) {
    entries.flush();
    for (int part = 0; part < entries.count(); part++) {
      if (entries.length(part) <= bytesAtOnce || level == MOST_LEVELS) {
        together(part, findings);
      } else {
        split(part, findings);
      }
    }
  }

  private void split(int part, Findings findings) {
    EventJoin parts =
        new EventJoin(directory, "%s-%03d".formatted(name, part), bytesAtOnce, level + 1);
    try {
      entries.read(part, in -> parts.add(Entry.read(in)));
      parts.join(findings);
    } finally {
      parts.delete();
    }
  }

  private void together(int part, Findings findings) {
    Map<EventMark, Known> events = new HashMap<>();
    entries.read(
        part,
        in -> {
          Entry entry = Entry.read(in);
          events.computeIfAbsent(entry.event(), any -> new Known()).add(entry);
        });
    events.values().forEach(known -> known.report(findings));
  }

  void delete() {
    entries.delete();
  }

  private static final class Known {
    /** More than one only if a page of the table was read twice. */
    private final List<Long> places = new ArrayList<>(1);

    private long missing;
    private long accepted;

    void add(Entry entry) {
      if (entry.place() != NOWHERE) {
        places.add(entry.place());
      }
      missing |= entry.missing();
      accepted |= entry.accepted();
    }

    void report(Findings findings) {
      places.forEach(place -> findings.found(place, missing & ~accepted, accepted));
      if (places.isEmpty() && (missing & ~accepted) != 0) {
        findings.gone(missing & ~accepted);
      }
    }
  }

  private record Entry(EventMark event, long place, long missing, long accepted) {
    private static final int BYTES = 5 * Long.BYTES;

    byte[] toBytes() {
      return ByteBuffer.allocate(BYTES)
          .putLong(event.high())
          .putLong(event.low())
          .putLong(place)
          .putLong(missing)
          .putLong(accepted)
          .array();
    }

    static Entry read(DataInputStream in) throws IOException {
      return new Entry(
          new EventMark(in.readLong(), in.readLong()), in.readLong(), in.readLong(), in.readLong());
    }
  }
}
