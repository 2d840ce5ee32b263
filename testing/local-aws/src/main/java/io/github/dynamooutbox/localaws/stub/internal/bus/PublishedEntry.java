package io.github.dynamooutbox.localaws.stub.internal.bus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent.Classic;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;

/** An entry of {@code PutEvents} or {@code PutRawEvents}. */
record PublishedEntry(
    Optional<Classic> classic,
    SdkBytes data,
    String contentType,
    Map<String, String> metadata,
    Optional<String> groupId,
    Optional<String> deduplicationId) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final Set<String> WITH_REGISTRY =
      Set.of("application/avro", "application/protobuf");
  private static final Set<String> WITHOUT = Set.of("application/json", "application/octet-stream");
  private static final int MAX_METADATA = 100;
  private static final int KILOBYTE = 1024;

  /** Reads an entry; what breaks a constraint of the service's model fails the whole request. */
  static PublishedEntry event(JsonInput input, Instant now) {
    Optional<JsonInput> system = input.structure("SystemMetadata");
    return new PublishedEntry(
        Optional.of(
            new Classic(
                text(input, "Source", 256),
                text(input, "DetailType", 128),
                input.texts("Resources"),
                input.instant("Time").orElse(now))),
        SdkBytes.fromUtf8String(input.text("Detail").orElse("{}")),
        "application/eventbridge+json",
        Map.of(),
        system.flatMap(it -> key(it, "EventGroupId")),
        system.flatMap(it -> key(it, "DeduplicationId")));
  }

  static PublishedEntry raw(JsonInput input) {
    JsonInput system =
        input.structure("SystemMetadata").orElseThrow(() -> invalid("SystemMetadata is required"));
    Map<String, String> metadata = input.textsByName("Metadata");
    checkNames(metadata.keySet());
    return new PublishedEntry(
        Optional.empty(),
        SdkBytes.fromByteArray(input.requiredRawBytes("Data")),
        text(system, "ContentType", 256),
        metadata,
        key(system, "EventGroupId"),
        key(system, "DeduplicationId"));
  }

  private static void checkNames(Set<String> names) {
    if (names.size() > MAX_METADATA) {
      throw invalid("Metadata has more than 100 keys");
    }
    Set<String> folded = new HashSet<>();
    for (String name : names) {
      if (name.isEmpty() || name.length() > 128 || name.contains("/")) {
        throw invalid("Metadata has a key that is not of 1 to 128 characters without a slash");
      }
      if (!folded.add(name.toLowerCase(Locale.ROOT))) {
        throw invalid("Metadata has keys that differ only in case");
      }
    }
  }

  private static String text(JsonInput input, String member, int most) {
    return bounded(member, most, input.text(member).orElse(""));
  }

  private static Optional<String> key(JsonInput system, String member) {
    return system.text(member).map(value -> bounded(member, 128, value));
  }

  private static String bounded(String member, int most, String value) {
    int length = value.codePointCount(0, value.length());
    if (length < 1 || length > most) {
      throw invalid(member + " has a length that is not between 1 and " + most);
    }
    return value;
  }

  static ServiceError invalid(String message) {
    return ServiceError.badRequest("InvalidInputException", message);
  }

  /** The reason why the service refuses this entry alone, if it does. */
  Optional<EntryError> fault(boolean hasRegistry) {
    if (classic.isPresent()) {
      boolean reserved = classic.get().source().startsWith("aws.");
      return reserved ? refused("Source is reserved") : json("Detail");
    }
    if (WITH_REGISTRY.contains(contentType)) {
      return hasRegistry
          ? Optional.empty()
          : refused("SchemaRegistryConfiguration is required for open-format events");
    }
    if (!WITHOUT.contains(contentType)) {
      return refused("Unsupported contentType: " + contentType);
    }
    return contentType.equals("application/json") ? json("Data") : Optional.empty();
  }

  private Optional<EntryError> json(String member) {
    return parsed().isPresent() ? Optional.empty() : refused(member + " is not valid JSON");
  }

  private static Optional<EntryError> refused(String message) {
    return Optional.of(new EntryError("VALIDATION_ERROR", message, true));
  }

  /** The data, if it is JSON. */
  Optional<JsonNode> parsed() {
    try {
      JsonNode node = JSON.readTree(text());
      return Optional.of(node).filter(any -> !any.isMissingNode());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The data read as UTF-8, whatever it is. */
  String text() {
    return new String(data.asByteArrayUnsafe(), StandardCharsets.UTF_8);
  }

  /** What it takes of its group's rate: an event, and its data in KB, rounded up. */
  int weight() {
    return 1 + (data.asByteArrayUnsafe().length + KILOBYTE - 1) / KILOBYTE;
  }

  BatchEntry asBatchEntry(int index, String bus) {
    return new BatchEntry(index, bus, groupId.orElse(""), text());
  }
}
