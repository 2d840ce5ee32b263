package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.audit.Missing;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.ScratchFile;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Plans to publish what an audit has found missing. Receipts tell which later events of the same
 * lanes were already published: for ordered targets, those are published again. The records of each
 * aggregate are read once, from the first missing one on, and the receipts once. All this is kept
 * on disk; only the aggregates of one part of the audit, and some of the events, are in memory.
 * Used once, by one thread.
 */
final class MissingPlanner implements AutoCloseable {
  /** Some 100,000 events, which take 20 MB of memory. */
  static final long BYTES_AT_ONCE = 4L << 20;

  /** Targets are bits of a number. */
  private static final int MOST_TARGETS = Long.SIZE - 1;

  /**
   * As bits, they take a megabyte. A receipt of another aggregate with the same number does no
   * harm.
   */
  private static final int AGGREGATE_NUMBERS = 1 << 23;

  private final SourceRecords records;
  private final List<String> targets;
  private final Map<String, Long> bits = new HashMap<>();
  private final Optional<String> only;
  private final Planner plan;
  private final AuditProgress progress;
  private final ReadRate rate;
  private final Path directory;
  private final ReadEvents read;
  private final EventJoin join;
  private final Map<String, RecordKey> firsts = new TreeMap<>();
  private final BitSet aggregates = new BitSet(AGGREGATE_NUMBERS);
  private Instant first = Instant.MAX;
  private long planned;

  /**
   * Begins a plan.
   *
   * @param targets all configured targets
   * @param only plans for this target only; empty: for each
   * @param rate limits all reads together
   * @param directory keeps what is read; has to exist
   * @param bytesAtOnce the most bytes of entries, in their form on disk, that are in memory
   * @throws OperatorException if there are more targets than bits
   */
  MissingPlanner(
      SourceRecords records,
      Set<String> targets,
      Optional<String> only,
      Planner plan,
      AuditProgress progress,
      ReadRate rate,
      Path directory,
      long bytesAtOnce) {
    this.records = records;
    this.targets = targets.stream().sorted().toList();
    if (targets.size() > MOST_TARGETS) {
      throw new OperatorException(
          Kind.INPUT,
          "a replay of what is missing can have at most %d targets, but the configuration has %d"
              .formatted(MOST_TARGETS, targets.size()));
    }
    this.targets.forEach(name -> bits.put(name, 1L << bits.size()));
    this.only = only;
    this.plan = plan;
    this.progress = progress;
    this.rate = rate;
    this.directory = directory;
    read = new ReadEvents(directory);
    join = new EventJoin(directory, bytesAtOnce);
  }

  /** Adds what an audit has found. What is unproven is left out: the relay may still publish it. */
  void add(Missing missing) {
    Planner.stopIfWanted(progress);
    long due = missing.unproven() ? 0 : due(missing.targets());
    if (missing.recordGone()) {
      plan.gone(Long.bitCount(due));
    } else if (due != 0) {
      add(missing, due);
    }
  }

  private void add(Missing missing, long due) {
    RecordKey record = missing.event().record();
    EventMark mark =
        EventMark.of(
            record,
            missing.event().writtenAt().toEpochMilli(),
            missing.event().index(),
            missing.event().id());
    join.missing(mark, due);
    aggregates.set(number(mark));
    firsts.merge(record.partition(), record, MissingPlanner::earlier);
    Instant from = ReceiptReader.earliest(missing.event().writtenAt(), Instant.now());
    first = from.isBefore(first) ? from : first;
  }

  private static RecordKey earlier(RecordKey one, RecordKey other) {
    return one.sort().compareTo(other.sort()) <= 0 ? one : other;
  }

  private long due(Collection<String> names) {
    List<String> wanted =
        names.stream().filter(name -> only.map(name::equals).orElse(true)).toList();
    plan.notConfigured(wanted.stream().filter(name -> !bits.containsKey(name)).count());
    return bits(wanted);
  }

  /** The bits of targets. Those that are not configured any more have none. */
  private long bits(Collection<String> names) {
    return names.stream()
        .mapToLong(name -> bits.getOrDefault(name, 0L))
        .reduce(0, (one, other) -> one | other);
  }

  private static int number(EventMark event) {
    return (int) (event.aggregate() % AGGREGATE_NUMBERS);
  }

  /** Reads the records of the aggregates whose missing events have all been added. */
  void endOfPart() {
    records.fromEach(
        firsts.values(),
        rate::spent,
        this::add,
        () -> progress.at("aggregates read", ++planned, 0));
    firsts.clear();
  }

  private void add(DecodeResult.Decoded record) {
    Planner.stopIfWanted(progress);
    long place = read.add(record);
    for (int index = 0; index < record.record().events().size(); index++) {
      join.event(EventMark.of(record.key(), record.record(), index), place + index);
    }
  }

  /**
   * Writes the plan.
   *
   * @param control the table that has the receipts, as the subject of a sentence
   * @throws OperatorException if it cannot be read
   */
  void plan(ReceiptReader receipts, String control) {
    if (aggregates.isEmpty()) {
      return;
    }
    AwsFailures.await(
        control,
        receipts.readSince(first, Instant.now(), receipt -> add(receipt, control), rate::spent));
    try (EventSlots slots = new EventSlots(directory, read.count())) {
      join.join(
          new EventJoin.Findings() {
            @Override
            public void found(long place, long missing, long accepted) {
              Planner.stopIfWanted(progress);
              slots.put(place, missing, accepted);
            }

            @Override
            public void gone(long missing) {
              plan.gone(Long.bitCount(missing));
            }
          });
      LanePlan lanes = new LanePlan(targets, plan);
      DataInputStream found = slots.inOrder();
      read.read(record -> plan(record, found, lanes));
      lanes.end();
    }
  }

  private void plan(ReadEvents.Line record, DataInputStream found, LanePlan lanes)
      throws IOException {
    Planner.stopIfWanted(progress);
    long[] missing = new long[record.events()];
    long[] accepted = new long[record.events()];
    for (int index = 0; index < missing.length; index++) {
      missing[index] = found.readLong();
      accepted[index] = found.readLong();
    }
    lanes.add(record, missing, accepted);
  }

  /** Called by one of the reader's threads at a time. */
  private void add(StoredReceipt receipt, String control) {
    Planner.stopIfWanted(progress);
    AwsFailures.events(receipt, control).stream()
        .filter(event -> aggregates.get(number(event.event())))
        .forEach(event -> join.accepted(event.event(), bits(event.published())));
  }

  /** Deletes what was read. */
  @Override
  public void close() {
    try {
      read.close();
    } finally {
      join.delete();
    }
  }

  /**
   * Two numbers for each event, on disk at an offset that follows from the event's place: put in
   * any order, and read in that of the events. Where nothing was put, both are 0. Not thread-safe.
   */
  private static final class EventSlots implements AutoCloseable {
    private static final int BYTES = 2 * Long.BYTES;

    private final Path path;
    private final RandomAccessFile file;

    /**
     * @param directory has to exist
     * @param count how many events there are
     */
    EventSlots(Path directory, long count) {
      path = directory.resolve("slots");
      try {
        Files.deleteIfExists(path);
        file = new RandomAccessFile(path.toFile(), "rw");
        file.setLength(count * BYTES);
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }

    void put(long place, long missing, long accepted) {
      ByteBuffer slot = ByteBuffer.allocate(BYTES).putLong(missing).putLong(accepted).flip();
      FileChannel channel = file.getChannel();
      try {
        for (long at = place * BYTES; slot.hasRemaining(); ) {
          at += channel.write(slot, at);
        }
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }

    /** The numbers from the first event on, two for each. The stream is closed with this object. */
    DataInputStream inOrder() {
      try {
        file.seek(0);
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
      return new DataInputStream(
          new BufferedInputStream(Channels.newInputStream(file.getChannel())));
    }

    /** Deletes the file. */
    @Override
    public void close() {
      ScratchFile.delete(path, file);
    }
  }
}
