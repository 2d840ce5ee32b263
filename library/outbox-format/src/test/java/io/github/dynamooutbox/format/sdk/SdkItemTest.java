package io.github.dynamooutbox.format.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordSize;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class SdkItemTest {
  private static final AttributeValue UNKNOWN = AttributeValue.builder().build();

  private static final Item EVERY_TYPE =
      Item.builder()
          .put("s", "text")
          .put("n", 12)
          .put("b", Attribute.binary(new byte[] {1, -1}))
          .put("bool", Attribute.bool(true))
          .put("null", Attribute.nullValue())
          .put("m", Attribute.map(Item.of("in", Attribute.string("side"))))
          .put("l", Attribute.list(List.of(Attribute.number(1), Attribute.string("2"))))
          .put("ss", Attribute.stringSet(Set.of("a", "b")))
          .put("ns", Attribute.numberSet(Set.of("1", "2.50")))
          .put("bs", Attribute.binarySet(List.of(new byte[] {3}, new byte[0])))
          .build();

  @Test
  void everyTypeGoesToTheSdkAndBack() {
    assertThat(EVERY_TYPE.asMap().values().stream().map(Attribute::type))
        .containsExactlyInAnyOrderElementsOf(EnumSet.allOf(AttributeType.class));
    Map<String, AttributeValue> sent = SdkItem.attributesOf(EVERY_TYPE);
    assertThat(sent.keySet()).containsExactlyElementsOf(EVERY_TYPE.names());
    assertThat(sent.values().stream().map(AttributeValue::type).collect(Collectors.toSet()))
        .doesNotContain(AttributeValue.Type.UNKNOWN_TO_SDK_VERSION)
        .hasSize(AttributeType.values().length);
    assertThat(Item.copyOf(new SdkItem(sent))).isEqualTo(EVERY_TYPE);
    assertThat(RecordSize.of(new SdkItem(sent))).isEqualTo(RecordSize.of(EVERY_TYPE));
  }

  @Test
  void typeThatTheSdkDoesNotKnowIsAnErrorWhereverItIsRead() {
    assertUnknownType(new SdkAttribute(UNKNOWN)::type);
    assertUnknownType(new SdkAttribute(UNKNOWN)::string);
    assertUnknownType(() -> Item.copyOf(new SdkItem(Map.of("a", UNKNOWN))));
    AttributeValue deep = AttributeValue.fromL(List.of(AttributeValue.fromM(Map.of("a", UNKNOWN))));
    assertUnknownType(() -> RecordSize.of(new SdkAttribute(deep)));
  }

  private static void assertUnknownType(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOf(UnknownTypeException.class)
        .hasMessageEndingWith("give it a type, or update the SDK");
  }

  @Test
  void recordWithSuchAnAttributeIsNeitherDecodedWithoutItNorTakenForMalformed() {
    RecordCodec codec = new RecordCodec(OutboxSchema.defaults());
    SdkItem record =
        new SdkItem(
            Map.of(
                "PK", AttributeValue.fromS("OUTBOX#order#1"),
                "SK", AttributeValue.fromS("0000000000000000001"),
                "v", UNKNOWN));
    assertThat(codec.isOutbox(record)).isTrue();
    assertUnknownType(() -> codec.decode(record));
  }

  @Test
  void accessorOfAnotherTypeIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(new SdkAttribute(AttributeValue.fromN("1"))::string)
        .withMessage("the attribute is of type N, not S");
  }

  @Test
  void printsNamesAndTypesOnly() {
    SdkItem item = new SdkItem(Map.of("name", AttributeValue.fromS("secret")));
    assertThat(item).hasToString("SdkItem[name]");
    assertThat(item.get("name")).hasToString("SdkAttribute[S]");
  }
}
