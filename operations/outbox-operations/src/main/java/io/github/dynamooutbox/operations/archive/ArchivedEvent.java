package io.github.dynamooutbox.operations.archive;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import java.util.OptionalLong;

/**
 * An event as an archive keeps it. Immutable.
 *
 * @param sort its record's sort key
 * @param sequence its record's sequence, if it has one
 * @param index its index in the record, from 0
 * @param count how many events the record has, more than {@code index}
 */
public record ArchivedEvent(
    AggregateKey aggregate,
    String sort,
    OptionalLong sequence,
    int index,
    int count,
    CommitContext context,
    OutboxEvent event) {
  /** More than the 390 KB of a record can hold. */
  static final int MOST_EVENTS = 20_000;

  public ArchivedEvent {
    if (sort.isEmpty() || index < 0 || index >= count || count > MOST_EVENTS) {
      throw new IllegalArgumentException(
          "a record cannot have event %d of %d".formatted(index, count));
    }
  }

  /**
   * Reads a line. Rendered again, the event gives the same line.
   *
   * @param line UTF-8; a line feed at the end does not matter
   * @throws IllegalArgumentException if it is not a valid line; the message says why, and quotes no
   *     payload
   */
  public static ArchivedEvent parse(byte[] line) {
    return new ArchiveLineParser(line).parse();
  }
}
