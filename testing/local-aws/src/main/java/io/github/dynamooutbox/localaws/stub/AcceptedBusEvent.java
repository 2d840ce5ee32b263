package io.github.dynamooutbox.localaws.stub;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;

/**
 * An event that a Custom Event Bus accepted.
 *
 * @param target the bus's name
 * @param id the event id that the bus assigned
 * @param classic what only {@code PutEvents} has
 * @param contentType as subscribers see it
 * @param data the detail, or the raw event's data
 */
public record AcceptedBusEvent(
    long ordinal,
    String target,
    String id,
    Optional<Classic> classic,
    String contentType,
    Map<String, String> metadata,
    Optional<String> groupId,
    Optional<String> deduplicationId,
    SdkBytes data,
    Instant acceptedAt)
    implements Accepted {

  /** The fields of an entry of {@code PutEvents} beside its detail. */
  public record Classic(String source, String detailType, List<String> resources, Instant time) {
    public Classic {
      resources = List.copyOf(resources);
    }
  }

  public AcceptedBusEvent {
    metadata = Map.copyOf(metadata);
  }

  /** Read as UTF-8, whatever it is. */
  @Override
  public String body() {
    return new String(data.asByteArrayUnsafe(), StandardCharsets.UTF_8);
  }

  /** Names the event, without its body. */
  @Override
  public String toString() {
    return "event " + id + " at bus " + target + ", ordinal " + ordinal;
  }
}
