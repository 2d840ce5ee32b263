package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.eventbridge.EventBridge.EventBuses;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An entry of PutEvents, as it was sent. */
record EventEntry(
    String bus,
    Optional<String> source,
    Optional<String> detailType,
    Optional<String> detail,
    Optional<Instant> time,
    List<String> resources,
    Optional<String> traceHeader) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final int TIME_BYTES = 14;
  private static final int MAX_DETAIL_TYPE_CHARS = 128;

  static EventEntry of(JsonInput input) {
    return new EventEntry(
        EventBuses.nameIn(input),
        input.text("Source"),
        input.text("DetailType"),
        input.text("Detail"),
        input.instant("Time"),
        input.texts("Resources"),
        input.text("TraceHeader"));
  }

  /** The size as the service counts it. */
  long size() {
    return (time.isPresent() ? TIME_BYTES : 0)
        + bytes(source.orElse(""))
        + bytes(detailType.orElse(""))
        + bytes(detail.orElse(""))
        + resources.stream().mapToLong(EventEntry::bytes).sum();
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The reason why the service refuses this entry, if it does. */
  Optional<EntryError> fault() {
    if (source.orElse("").isEmpty()) {
      return invalid("Source", "Source is a required argument.");
    }
    if (detailType.orElse("").isEmpty()) {
      return invalid("DetailType", "DetailType is a required argument.");
    }
    if (detail.orElse("").isEmpty()) {
      return invalid("Detail", "Detail is a required argument.");
    }
    if (detailType.orElse("").length() > MAX_DETAIL_TYPE_CHARS) {
      return invalid("DetailType", "DetailType is longer than 128 characters.");
    }
    if (source.orElse("").startsWith("aws.")) {
      return rejected("NotAuthorizedForSourceException", "Not authorized for the source.");
    }
    return parsedDetail().isPresent()
        ? Optional.empty()
        : rejected("MalformedDetail", "Detail is malformed.");
  }

  private static Optional<EntryError> invalid(String parameter, String reason) {
    return rejected(
        "InvalidArgument", "Parameter " + parameter + " is not valid. Reason: " + reason);
  }

  private static Optional<EntryError> rejected(String code, String message) {
    return Optional.of(new EntryError(code, message, true));
  }

  /** The detail, if it is a JSON object. */
  Optional<JsonNode> parsedDetail() {
    try {
      return Optional.of(JSON.readTree(detail.orElse(""))).filter(JsonNode::isObject);
    } catch (JsonProcessingException e) {
      // Not JSON at all: malformed, like JSON that is not an object.
      return Optional.empty();
    }
  }

  BatchEntry asBatchEntry(int index) {
    return new BatchEntry(index, bus, detailType.orElse(""), detail.orElse(""));
  }
}
