package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A committed event, as the relay would read it.
 *
 * @param version the aggregate's version after the transaction, if it has one
 * @param payload the payload as it would be published
 * @param context source, user, tenant and other context of the transaction
 */
public record RecordedEvent(
    AggregateKey aggregate,
    OptionalLong version,
    String id,
    String type,
    String contentType,
    Payload payload,
    Map<String, String> headers,
    CommitContext context) {

  /** The payload as text; bytes are read as UTF-8. */
  public String text() {
    return new String(payload.toBytes(), StandardCharsets.UTF_8);
  }

  /** Contains no payload: payloads do not belong in logs. */
  @Override
  public String toString() {
    return type
        + " of "
        + aggregate
        + (version.isPresent() ? " at version " + version.getAsLong() : "");
  }
}
