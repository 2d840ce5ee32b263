package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items for tests. */
final class Items {
  private Items() {}

  static Map<String, AttributeValue> order(String id) {
    return Map.of(
        "PK", text("ORDER#" + id), "SK", text("ORDER"), "total", AttributeValue.fromN("12"));
  }

  static Map<String, AttributeValue> orderKey(String id) {
    return Map.of("PK", text("ORDER#" + id), "SK", text("ORDER"));
  }

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  static Decoded decoded(Map<String, AttributeValue> item) {
    return (Decoded) new RecordCodec(OutboxSchema.defaults()).decode(new SdkItem(item));
  }
}
