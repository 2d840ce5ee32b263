package io.github.dynamooutbox.writer.internal.plan;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Formats keys of items for messages: they are what an operator searches for. */
public final class ItemKeys {
  private static final int MAX_CHARACTERS = 80;

  private ItemKeys() {}

  /** A key as {@code PK=ORDER#42, SK=ORDER}. */
  public static String of(Map<String, AttributeValue> key) {
    return key.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(attribute -> attribute.getKey() + "=" + text(attribute.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The key of a put; empty unless it has attributes with the names of the outbox's key. */
  public static String ofPut(Map<String, AttributeValue> item, OutboxSchema schema) {
    AttributeValue partition = item.get(schema.partitionKey());
    AttributeValue sort = item.get(schema.sortKey());
    return partition == null || sort == null
        ? ""
        : of(Map.of(schema.partitionKey(), partition, schema.sortKey(), sort));
  }

  private static String text(@Nullable AttributeValue value) {
    if (value == null) {
      return "null";
    }
    return switch (value.type()) {
      case S -> shortened(value.s());
      case N -> value.n();
      case B -> value.b().asByteArrayUnsafe().length + " bytes";
      default -> "a value of type " + value.type();
    };
  }

  private static String shortened(String text) {
    return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "...";
  }
}
