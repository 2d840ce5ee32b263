package io.github.dynamooutbox.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a command with an idempotency key has committed, kept beside the records so that a repeat of
 * the command can be told. Immutable.
 *
 * @param fingerprint tells this command from another that was given the same key
 * @param source CloudEvents source of the service whose command it was
 * @param writtenAt the writer's clock just before the commit; cut to the millisecond
 * @param records where the command's records are, one per aggregate
 * @param expiresAt when TTL may delete the marker; cut to the second
 */
public record CommandMarker(
    String fingerprint,
    String source,
    Instant writtenAt,
    List<MarkedRecord> records,
    Instant expiresAt) {
  public CommandMarker {
    writtenAt = writtenAt.truncatedTo(ChronoUnit.MILLIS);
    records = List.copyOf(records);
    expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * A record of the command.
   *
   * @param key where it is in the outbox's table
   * @param eventIds the ids of its events, in order
   */
  public record MarkedRecord(
      AggregateKey aggregate, OptionalLong sequence, RecordKey key, List<String> eventIds) {
    public MarkedRecord {
      eventIds = List.copyOf(eventIds);
    }
  }
}
