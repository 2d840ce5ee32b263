package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lists of finished deliveries in binary form: a version byte, then, deflated, the targets' names
 * and, in stream order, each record's distance from the one before, its key, and its deliveries.
 * Equal lists have equal forms.
 */
final class AheadCodec {
  private static final int VERSION = 1;

  /** Before deflating; with the rest of the item, a chunk stays below DynamoDB's 400 KB. */
  private static final int MAX_CHUNK_BYTES = 350_000;

  private static final int BYTES_PER_DELIVERY = 32;

  static final Comparator<FinishedDelivery> ORDER =
      Comparator.comparing(FinishedDelivery::position)
          .thenComparing(delivery -> delivery.record().partition())
          .thenComparing(delivery -> delivery.record().sort())
          .thenComparing(FinishedDelivery::index)
          .thenComparing(FinishedDelivery::target);

  private AheadCodec() {}

  /** Parts of a list, in order, each of which fits into an item. */
  static List<List<FinishedDelivery>> chunks(Collection<FinishedDelivery> list) {
    List<List<FinishedDelivery>> chunks = new ArrayList<>();
    List<FinishedDelivery> chunk = new ArrayList<>();
    long bytes = 0;
    for (FinishedDelivery delivery : sorted(list)) {
      long size = size(delivery);
      if (bytes + size > MAX_CHUNK_BYTES) {
        chunks.add(chunk);
        chunk = new ArrayList<>();
        bytes = 0;
      }
      chunk.add(delivery);
      bytes += size;
    }
    if (!chunk.isEmpty()) {
      chunks.add(chunk);
    }
    return chunks;
  }

  private static long size(FinishedDelivery delivery) {
    return BYTES_PER_DELIVERY
        + RecordSize.utf8Length(delivery.record().partition())
        + RecordSize.utf8Length(delivery.record().sort())
        + RecordSize.utf8Length(delivery.target());
  }

  static byte[] encode(Collection<FinishedDelivery> list) {
    Set<FinishedDelivery> sorted = sorted(list);
    List<String> targets =
        sorted.stream().map(FinishedDelivery::target).distinct().sorted().toList();
    ByteSink sink = new ByteSink().count(targets.size());
    targets.forEach(sink::text);
    sink.count(sorted.size());
    BigInteger position = BigInteger.ZERO;
    RecordKey key = new RecordKey("", "");
    for (FinishedDelivery delivery : sorted) {
      BigInteger next = new BigInteger(delivery.position().sequenceNumber());
      boolean sameRecord = next.equals(position) && delivery.record().equals(key);
      sink.count(sameRecord ? 1 : 0);
      if (!sameRecord) {
        sink.number(next.subtract(position))
            .text(delivery.record().partition())
            .text(delivery.record().sort());
      }
      sink.count(delivery.index() + 1L).count(targets.indexOf(delivery.target()));
      position = next;
      key = delivery.record();
    }
    return Deflated.of(VERSION, sink.toBytes());
  }

  /** The list; absent if a newer version wrote it. */
  static Optional<List<FinishedDelivery>> decode(byte[] form) {
    if (form[0] != VERSION) {
      return Optional.empty();
    }
    ByteSource source = new ByteSource(Deflated.plain(form));
    List<String> targets = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      targets.add(source.text());
    }
    List<FinishedDelivery> list = new ArrayList<>();
    BigInteger position = BigInteger.ZERO;
    RecordKey key = new RecordKey("", "");
    for (int left = source.count(); left > 0; left--) {
      if (source.count() == 0) {
        position = position.add(source.number());
        key = new RecordKey(source.text(), source.text());
      }
      StreamPosition at = new StreamPosition(position.toString());
      int index = source.count() - 1;
      list.add(new FinishedDelivery(at, key, index, targets.get(source.count())));
    }
    return Optional.of(list);
  }

  private static Set<FinishedDelivery> sorted(Collection<FinishedDelivery> list) {
    Set<FinishedDelivery> sorted = new TreeSet<>(ORDER);
    sorted.addAll(list);
    return sorted;
  }
}
