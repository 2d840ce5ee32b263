package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Identifies one event of one record in sixteen bytes: the first five are a hash of the record's
 * partition key, the others a hash of the event's whole identity. So the marks of an aggregate's
 * events begin alike, and those of two events that share an id, because a service chose it, differ.
 * Among 10^8 events the probability that any two are the same is below 10^-10.
 *
 * @param high the first eight bytes
 * @param low the last eight bytes
 */
public record EventMark(long high, long low) {
  private static final int AGGREGATE_BYTES = 5;
  private static final int BYTES = 16;

  /**
   * The mark of an event.
   *
   * @param record the record's key
   * @param writtenAtMillis when the record was written, by its writer's clock
   * @param index the event's index in the record
   * @param id the event's id
   */
  public static EventMark of(RecordKey record, long writtenAtMillis, int index, String id) {
    byte[] partition = bytes(record.partition());
    byte[] sort = bytes(record.sort());
    byte[] event = bytes(id);
    ByteBuffer identity =
        ByteBuffer.allocate(
            partition.length + sort.length + event.length + 3 * Integer.BYTES + Long.BYTES);
    identity.putInt(partition.length).put(partition).putInt(sort.length).put(sort);
    identity.putLong(writtenAtMillis).putInt(index).put(event);
    byte[] mark = new byte[BYTES];
    System.arraycopy(Sha256.of(partition), 0, mark, 0, AGGREGATE_BYTES);
    System.arraycopy(
        Sha256.of(identity.array()), 0, mark, AGGREGATE_BYTES, BYTES - AGGREGATE_BYTES);
    ByteBuffer both = ByteBuffer.wrap(mark);
    return new EventMark(both.getLong(), both.getLong());
  }

  /** The mark of an event of a record. */
  public static EventMark of(RecordKey key, OutboxRecord record, int index) {
    return of(
        key, record.context().writtenAt().toEpochMilli(), index, record.events().get(index).id());
  }

  /** The same for all events of an aggregate; from 0, below 2^40. */
  public long aggregate() {
    return high >>> (Long.SIZE - Byte.SIZE * AGGREGATE_BYTES);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
