package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelEventsTest {
  @Test
  void readsEveryTypeOfAttributeWhereItStands() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {9, 1, 2}, 1, 2).slice();
    Map<String, AttributeValue> image =
        Map.of(
            "s", new AttributeValue().withS("text"),
            "n", new AttributeValue().withN("1.5"),
            "b", new AttributeValue().withB(bytes),
            "bool", new AttributeValue().withBOOL(false),
            "null", new AttributeValue().withNULL(true),
            "m", new AttributeValue().withM(Map.of("in", new AttributeValue().withS("side"))),
            "l", new AttributeValue().withL(new AttributeValue().withN("1")),
            "ss", new AttributeValue().withSS("a", "b"),
            "ns", new AttributeValue().withNS("1", "2"),
            "bs", new AttributeValue().withBS(ByteBuffer.wrap(new byte[] {3})));

    ItemView read = event("INSERT", image).records().get(0).newImage().orElseThrow();

    Item expected =
        Item.builder()
            .put("s", "text")
            .put("n", Attribute.number("1.5"))
            .put("b", Attribute.binary(new byte[] {1, 2}))
            .put("bool", Attribute.bool(false))
            .put("null", Attribute.nullValue())
            .put("m", Attribute.map(Item.of("in", Attribute.string("side"))))
            .put("l", Attribute.list(List.of(Attribute.number(1))))
            .put("ss", Attribute.stringSet(List.of("a", "b")))
            .put("ns", Attribute.numberSet(List.of("1", "2")))
            .put("bs", Attribute.binarySet(List.of(new byte[] {3})))
            .build();
    assertThat(Item.copyOf(read)).isEqualTo(expected);
    assertThat(Item.copyOf(read)).as("read twice").isEqualTo(expected);
    assertThat(read.get("unknown")).isNull();
  }

  @Test
  void readsARemovalWithoutImage() {
    StreamEvent removal = event("REMOVE", null);

    assertThat(removal.records().get(0).change()).isEqualTo(ChangeType.REMOVE);
    assertThat(removal.records().get(0).newImage()).isEmpty();
    assertThat(removal.records().get(0).position()).isEqualTo(new StreamPosition("77"));
    assertThat(removal.name()).isEqualTo("orders/stream/1");
  }

  @Test
  void refusesTheWrongAccessor() {
    var text = new ModelAttribute(new AttributeValue().withS("secret"));

    assertThatThrownBy(text::number)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the attribute is of type S, not N");
    assertThat(text).hasToString("S");
  }

  @Test
  void refusesARecordThatCannotBeReported() {
    var withoutPosition = new DynamodbStreamRecord();
    withoutPosition.setDynamodb(new StreamRecord().withKeys(Map.of()));

    assertThatThrownBy(() -> ModelEvents.from(of(withoutPosition)))
        .isInstanceOf(StreamEventException.class);
    assertThatThrownBy(() -> event("CHANGED", null)).isInstanceOf(StreamEventException.class);
    assertThatThrownBy(() -> event(null, null)).isInstanceOf(StreamEventException.class);
  }

  @Test
  void copesWithAnEmptyEvent() {
    assertThat(ModelEvents.from(new DynamodbEvent()).records()).isEmpty();
    assertThat(ModelEvents.from(of()).records()).isEmpty();
  }

  @Test
  void namesTheFirstUnfinishedPositionOnly() {
    assertThat(ModelEvents.response(Optional.empty()).getBatchItemFailures()).isEmpty();
    assertThat(ModelEvents.response(Optional.of(new StreamPosition("007"))).getBatchItemFailures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.getItemIdentifier()).isEqualTo("007"));
  }

  private static StreamEvent event(String name, Map<String, AttributeValue> newImage) {
    var record = new DynamodbStreamRecord();
    record.setEventName(name);
    record.setEventSourceARN("arn:aws:dynamodb:eu-west-1:1:table/orders/stream/1");
    record.setDynamodb(
        new StreamRecord()
            .withKeys(Map.of("PK", new AttributeValue().withS("OUTBOX#A#1")))
            .withNewImage(newImage)
            .withSequenceNumber("77"));
    return ModelEvents.from(of(record));
  }

  private static DynamodbEvent of(DynamodbStreamRecord... records) {
    var event = new DynamodbEvent();
    event.setRecords(List.of(records));
    return event;
  }
}
