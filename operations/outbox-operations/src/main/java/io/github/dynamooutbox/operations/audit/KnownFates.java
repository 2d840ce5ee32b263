package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Collects the evidence about events: first from queues, then from receipts. An event leaves a
 * queue only when its receipt is durable, so every event that the relay has handled is in one of
 * the two. Not thread-safe.
 */
final class KnownFates {
  private final AuditSources sources;
  private final RecordCodec codec;
  private final TargetBits targets;
  private final AuditProgress progress;
  private Instant readableFrom = Instant.MIN;
  private Optional<Duration> kept = Optional.empty();

  /** How often each target said, up to the first look, that it had an event already. */
  private final Map<String, Long> deduplicated = new TreeMap<>();

  private boolean looked;

  KnownFates(AuditSources sources, RecordCodec codec, TargetBits targets, AuditProgress progress) {
    this.sources = sources;
    this.codec = codec;
    this.targets = targets;
    this.progress = progress;
  }

  /**
   * Adds the evidence to the books.
   *
   * @param from start of the range of receipts
   * @param to end of the range of receipts, which lies in the future: relays' clocks may be fast
   */
  void collect(Instant from, Instant to, AuditBooks books) {
    AtomicLong parked = new AtomicLong();
    sources.parked(
        event -> {
          add(event, books);
          report("parked events", parked.incrementAndGet());
        });
    AtomicLong receipts = new AtomicLong();
    sources.receipts(
        from,
        to,
        receipt -> {
          add(receipt, books);
          report("receipts", receipts.incrementAndGet());
        });
    looked = true;
  }

  private void report(String step, long done) {
    if (progress.isStopWanted()) {
      throw new CancellationException("the audit was interrupted");
    }
    progress.at(step, done, 0);
  }

  private void add(ParkedEvent event, AuditBooks books) {
    long bit = targets.bit(event.place().lane().target());
    codec
        .decode(event.item())
        .fold(
            decoded -> add(event, decoded.record(), bit, books),
            newer -> addUnreadable(event, bit, books),
            malformed -> addUnreadable(event, bit, books));
  }

  /**
   * A record that could not be read when it was parked, but can be now, stands for all its events.
   */
  private static boolean add(ParkedEvent event, OutboxRecord record, long bit, AuditBooks books) {
    int place = event.place().index();
    for (int index = 0; index < record.events().size(); index++) {
      if (place == ParkedEvent.WHOLE_RECORD || place == index) {
        EventMark mark = EventMark.of(event.place().record(), record, index);
        books.add(KnownFate.parked(mark, bit));
      }
    }
    return true;
  }

  private static boolean addUnreadable(ParkedEvent event, long bit, AuditBooks books) {
    CommittedEvent unreadable = TableScan.unreadable(event.place().record());
    books.add(KnownFate.parked(new Found(unreadable, 0, 0).mark(), bit));
    return true;
  }

  private void add(StoredReceipt receipt, AuditBooks books) {
    Duration mine = Duration.between(receipt.at(), receipt.expiresAt());
    kept = Optional.of(kept.filter(least -> least.compareTo(mine) < 0).orElse(mine));
    if (receipt.events().isEmpty() && !receipt.at().isBefore(readableFrom)) {
      readableFrom = receipt.at().plusMillis(1);
    }
    for (StoredReceipt.Handled event : receipt.events().orElseGet(List::of)) {
      if (!looked) {
        event.deduplicated().forEach(target -> deduplicated.merge(target, 1L, Long::sum));
      }
      books.add(
          new KnownFate(
              event.event(),
              receipt.at().toEpochMilli(),
              event.routed().map(targets::bits).orElse(KnownFate.UNKNOWN),
              targets.bits(event.published()),
              0));
    }
  }

  /** This version can read all receipts from this time on. */
  Instant readableFrom() {
    return readableFrom;
  }

  /** How often each target said that it had an event already; without those that never did. */
  Map<String, Long> deduplicated() {
    return deduplicated;
  }

  /** The shortest retention of the receipts that were read. */
  Optional<Duration> kept() {
    return kept;
  }

  /**
   * What is known about an event from a receipt or a queue; sets of targets are bits.
   *
   * @param at time of the receipt in epoch milliseconds; 0 for a queue
   * @param routed the targets that the rules named; -1 if unknown
   */
  record KnownFate(EventMark event, long at, long routed, long published, long parked) {
    static final long UNKNOWN = -1;

    private static final int BYTES = 6 * Long.BYTES;

    static KnownFate parked(EventMark event, long targets) {
      return new KnownFate(event, 0, UNKNOWN, 0, targets);
    }

    byte[] toBytes() {
      return ByteBuffer.allocate(BYTES)
          .putLong(event.high())
          .putLong(event.low())
          .putLong(at)
          .putLong(routed)
          .putLong(published)
          .putLong(parked)
          .array();
    }

    static KnownFate read(DataInputStream in) throws IOException {
      return new KnownFate(
          new EventMark(in.readLong(), in.readLong()),
          in.readLong(),
          in.readLong(),
          in.readLong(),
          in.readLong());
    }
  }
}
