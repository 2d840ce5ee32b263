package io.github.dynamooutbox.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Records what a command with an idempotency key has committed. Stored with the outbox records, so
 * that a repeated command can be recognised. Immutable.
 *
 * @param fingerprint distinguishes this command from another one with the same key
 * @param source CloudEvents source of the service that executed the command
 * @param writtenAt the writer's clock just before the commit; truncated to milliseconds
 * @param records the command's records, one for each aggregate
 * @param result what the command stored for its repeats; at most {@link
 *     FormatLimits#MAX_COMMAND_RESULT_BYTES}
 * @param expiresAt when TTL may delete the marker; truncated to seconds
 */
public record CommandMarker(
    String fingerprint,
    String source,
    Instant writtenAt,
    List<MarkedRecord> records,
    Optional<String> result,
    Instant expiresAt) {
  public CommandMarker {
    writtenAt = writtenAt.truncatedTo(ChronoUnit.MILLIS);
    records = List.copyOf(records);
    expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Contains neither aggregates nor the result: they do not belong in logs. */
  @Override
  public String toString() {
    return "CommandMarker[records=" + records.size() + ", writtenAt=" + writtenAt + ']';
  }

  /**
   * An outbox record that the command has committed.
   *
   * @param key the record's key in the outbox's table
   * @param eventIds ids of its events, in order
   */
  public record MarkedRecord(
      AggregateKey aggregate, OptionalLong sequence, RecordKey key, List<String> eventIds) {
    public MarkedRecord {
      eventIds = List.copyOf(eventIds);
    }
  }
}
