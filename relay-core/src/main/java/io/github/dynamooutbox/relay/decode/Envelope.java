package io.github.dynamooutbox.relay.decode;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;

/**
 * An event on its way through the relay, with its record.
 *
 * @param position the record's position in its shard
 * @param key the record's key in the table
 * @param record the record as committed
 * @param index the event's index in the record, from 0
 */
public record Envelope(StreamPosition position, RecordKey key, OutboxRecord record, int index) {
  /** Digits of {@link Long#MAX_VALUE}. */
  private static final int SEQUENCE_DIGITS = 19;

  /** More than a transaction's 4 MB can hold. */
  private static final int INDEX_DIGITS = 6;

  public OutboxEvent event() {
    return record.events().get(index);
  }

  public AggregateKey aggregate() {
    return record.aggregate();
  }

  /**
   * The event's position among its aggregate's events, as a string that sorts: the record's
   * sequence and the index in the record, both zero-padded. Empty if the writer supplied no
   * sequence.
   */
  public Optional<String> sequence() {
    if (record.sequence().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        padded(record.sequence().getAsLong(), SEQUENCE_DIGITS) + '.' + padded(index, INDEX_DIGITS));
  }

  private static String padded(long number, int digits) {
    String text = Long.toString(number);
    return "0".repeat(digits - text.length()) + text;
  }
}
