package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys of a consumer's items. What would be too long for DynamoDB is hashed, behind another
 * separator, so that no text is mistaken for a hash.
 */
final class InboxKeys {
  private final OutboxSchema schema;
  private final String prefix;

  InboxKeys(String consumer, OutboxSchema schema) {
    this.schema = schema;
    this.prefix = "INBOX#" + consumer + '#';
  }

  Map<String, AttributeValue> entry(ReceivedEvent event) {
    return key(partition("EVENT", event.id()), sort("", event.source()));
  }

  Map<String, AttributeValue> cursor(String source, AggregateKey aggregate) {
    return key(partition("CURSOR", aggregate.toString()), sort("", source));
  }

  /** In the order of their positions. */
  Map<String, AttributeValue> parked(OrderedEvent event) {
    return key(
        parkedPartition(event.aggregate()),
        sort(event.position().sequence(), event.event().source()));
  }

  String parkedPartition(AggregateKey aggregate) {
    return partition("PARKED", aggregate.toString());
  }

  String partitionKey() {
    return schema.partitionKey();
  }

  private Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of(
        schema.partitionKey(), AttributeValue.fromS(partition),
        schema.sortKey(), AttributeValue.fromS(sort));
  }

  private String partition(String kind, String text) {
    return fitting(prefix + kind, text, FormatLimits.MAX_PARTITION_KEY_BYTES);
  }

  private static String sort(String before, String text) {
    return fitting(before, text, FormatLimits.MAX_SORT_KEY_BYTES);
  }

  private static String fitting(String before, String text, int limit) {
    String whole = before + '#' + text;
    return RecordSize.utf8Length(whole) <= limit ? whole : before + '~' + hash(text);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
