package io.github.dynamooutbox.aws.replay;

import io.github.dynamooutbox.aws.audit.AuditProgress;
import io.github.dynamooutbox.aws.audit.Missing;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.aws.operate.AwsFailures;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordKey;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/**
 * Plans to publish what is missing. Receipts say which later events of the same lanes are out:
 * those of ordered targets go again. The records of each aggregate are read once, from the first
 * missing one on, and the receipts once. What was read is on disk: in memory are the aggregates of
 * one part of the audit, and a part of the events. Used once, by one thread.
 */
final class MissingPlanner implements AutoCloseable {
  /** Some 100,000 events, which take 20 MB of memory. */
  static final long BYTES_AT_ONCE = 4L << 20;

  /** Clocks of writers and relays differ. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  /** As bits, they take a megabyte. A receipt of others with the same number does no harm. */
  private static final int AGGREGATE_NUMBERS = 1 << 23;

  private final SourceRecords records;
  private final List<String> targets;
  private final Optional<String> only;
  private final Planner plan;
  private final AuditProgress progress;
  private final Path directory;
  private final ReadEvents read;
  private final EventJoin join;
  private final Map<String, RecordKey> firsts = new TreeMap<>();
  private final BitSet aggregates = new BitSet(AGGREGATE_NUMBERS);
  private Instant first = Instant.MAX;
  private long planned;

  /**
   * Plans.
   *
   * @param targets all that are configured
   * @param only for this one; empty: for each
   * @param directory for what is read; exists
   * @param bytesAtOnce how many bytes of entries are in memory, as they are on disk
   */
  MissingPlanner(
      SourceRecords records,
      Set<String> targets,
      Optional<String> only,
      Planner plan,
      AuditProgress progress,
      Path directory,
      long bytesAtOnce) {
    this.records = records;
    this.targets = targets.stream().sorted().toList();
    this.only = only;
    this.plan = plan;
    this.progress = progress;
    this.directory = directory;
    read = new ReadEvents(directory);
    join = new EventJoin(directory, bytesAtOnce);
  }

  /** Takes something that is missing. */
  void add(Missing missing) {
    stopIfWanted();
    if (missing.recordGone()) {
      plan.gone(1);
      return;
    }
    long due = missing.unproven() ? 0 : due(missing.targets());
    if (due == 0) {
      return;
    }
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
    Instant written = missing.event().writtenAt();
    first = written.isBefore(first) ? written : first;
  }

  private static RecordKey earlier(RecordKey one, RecordKey other) {
    return one.sort().compareTo(other.sort()) <= 0 ? one : other;
  }

  private long due(Collection<String> names) {
    long due = 0;
    for (String name : names) {
      if (only.isPresent() && !only.get().equals(name)) {
        continue;
      }
      int bit = targets.indexOf(name);
      if (bit < 0) {
        plan.notConfigured(1);
      } else {
        due |= 1L << bit;
      }
    }
    return due;
  }

  private static int number(EventMark event) {
    return (int) (event.aggregate() % AGGREGATE_NUMBERS);
  }

  /** All that is missing of some aggregates was taken: reads their records. */
  void endOfPart() {
    for (RecordKey from : firsts.values()) {
      records.from(from, this::add);
      progress.at("aggregates read", ++planned, 0);
    }
    firsts.clear();
  }

  private void add(DecodeResult.Decoded record) {
    stopIfWanted();
    long place = read.add(record);
    for (int index = 0; index < record.record().events().size(); index++) {
      EventMark mark =
          EventMark.of(
              record.key(),
              record.record().context().writtenAt().toEpochMilli(),
              index,
              record.record().events().get(index).id());
      join.event(mark, place + index);
    }
  }

  /**
   * Plans what was taken.
   *
   * @param control what the receipts are in, as the subject of a sentence
   */
  void plan(ReceiptReader receipts, String control) {
    if (aggregates.isEmpty()) {
      return;
    }
    AwsFailures.await(
        control,
        receipts.readInSlices(
            first.minus(SKEW),
            Instant.now().plus(SKEW),
            receipt -> add(receipt, control),
            units -> {}));
    try (EventSlots slots = new EventSlots(directory, read.count())) {
      join.join(
          new EventJoin.Findings() {
            @Override
            public void found(long place, long missing, long accepted) {
              stopIfWanted();
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
    stopIfWanted();
    long[] missing = new long[record.events()];
    long[] accepted = new long[record.events()];
    for (int index = 0; index < missing.length; index++) {
      missing[index] = found.readLong();
      accepted[index] = found.readLong();
    }
    lanes.add(record, missing, accepted);
  }

  /** On one of the reader's threads at a time. */
  private void add(StoredReceipt receipt, String control) {
    stopIfWanted();
    receipt.events().orElseThrow(() -> unreadable(receipt, control)).stream()
        .filter(event -> aggregates.get(number(event.event())))
        .forEach(event -> join.accepted(event.event(), accepted(event.published())));
  }

  private long accepted(Collection<String> names) {
    long bits = 0;
    for (String name : names) {
      int bit = targets.indexOf(name);
      bits |= bit < 0 ? 0 : 1L << bit;
    }
    return bits;
  }

  private static OperatorException unreadable(StoredReceipt receipt, String control) {
    return new OperatorException(
        Kind.INPUT,
        "%s: its receipt of %s was written by another version, so that nobody knows what is out: use the version of the relay"
            .formatted(control, receipt.at()));
  }

  private void stopIfWanted() {
    if (progress.isStopWanted()) {
      throw new CancellationException("the replay was interrupted while it was planned");
    }
  }

  /** Deletes what was read. */
  @Override
  public void close() {
    read.close();
    join.delete();
  }
}
