package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.sdk.SdkAttributes;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Whatever is encoded into the SDK's values is what is encoded into the format's own. */
class SdkEncodingTest {
  private static final int ROUNDS = 150;

  private final OutboxSchema schema = OutboxSchema.defaults();
  private final RecordCodec codec = new RecordCodec(schema);
  private final SdkAttributes values = new SdkAttributes();
  private final long start = new Random().nextLong();

  @Test
  void records() {
    BiFunction<RecordKey, OutboxRecord, Map<String, AttributeValue>> encoder =
        codec.encoder(values);
    BiFunction<RecordKey, OutboxRecord, Map<String, AttributeValue>> compressing =
        codec.compressing(values, 1);
    BiFunction<RecordKey, OutboxRecord, Map<String, Attribute>> own =
        codec.compressing(ItemFactory.INSTANCE, 1);
    for (int i = 0; i < ROUNDS; i++) {
      RecordGenerator generator = new RecordGenerator(start + i);
      OutboxRecord record = generator.record();
      RecordKey key = generator.key(codec, record);

      assertThat(item(encoder.apply(key, record)))
          .as("seed %d", start + i)
          .isEqualTo(codec.encode(key, record));
      assertThat(item(compressing.apply(key, record)))
          .as("seed %d", start + i)
          .isEqualTo(Item.ofOwned(own.apply(key, record)));
    }
  }

  @Test
  void markers() {
    CommandMarkers markers = new CommandMarkers(schema);
    for (int i = 0; i < ROUNDS; i++) {
      RecordGenerator generator = new RecordGenerator(start + i);
      OutboxRecord record = generator.record();
      RecordKey key = generator.key(codec, record);
      CommandMarker marker =
          new CommandMarker(
              "fingerprint",
              record.context().source(),
              record.context().writtenAt(),
              List.of(
                  new CommandMarker.MarkedRecord(
                      record.aggregate(),
                      record.sequence(),
                      key,
                      record.events().stream().map(OutboxEvent::id).toList())),
              Optional.of("result"),
              record.expiresAt());

      assertThat(item(markers.encode(key, marker, values)))
          .as("seed %d", start + i)
          .isEqualTo(markers.encode(key, marker));
    }
  }

  @Test
  void attributesOfEveryTypeGoThereAndBack() {
    RecordGenerator generator = new RecordGenerator(start);
    for (int i = 0; i < ROUNDS; i++) {
      Item item = Item.of("any", generator.attribute(3));
      Map<String, AttributeValue> sent = SdkItem.attributesOf(item);

      assertThat(item(sent)).as("seed %d", start).isEqualTo(item);
      assertThat(item(Map.of("any", values.copyOf(new SdkItem(sent).get("any")))))
          .as("seed %d", start)
          .isEqualTo(item);
      assertThat(RecordSize.of(new SdkItem(sent)))
          .as("seed %d", start)
          .isEqualTo(RecordSize.of(item));
    }
  }

  private static Item item(Map<String, AttributeValue> attributes) {
    return Item.copyOf(new SdkItem(attributes));
  }
}
