package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.Actions;
import io.github.dynamooutbox.writer.internal.settle.QuotedValues;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A message of DynamoDB that quotes a value of the caller's is not passed on. */
class QuotedValuesTest {
  private static final String MESSAGE = "The value 20261 of 20262 and 2026 is wrong";

  static Stream<AttributeValue> quoted() {
    AttributeValue text = AttributeValue.fromS("20262");
    return Stream.of(
        text,
        AttributeValue.fromN("20261"),
        AttributeValue.fromN("2026"),
        AttributeValue.fromSs(List.of("other", "20262")),
        AttributeValue.fromNs(List.of("777777", "20261")),
        AttributeValue.fromM(Map.of("a", AttributeValue.fromBool(true), "b", text)),
        AttributeValue.fromL(List.of(AttributeValue.fromNul(true), text)));
  }

  @ParameterizedTest
  @MethodSource("quoted")
  void whateverTheTypeOfTheValue(AttributeValue value) {
    assertThat(QuotedValues.isIn(MESSAGE, put(value))).isTrue();
  }

  static Stream<AttributeValue> notQuoted() {
    return Stream.of(
        AttributeValue.fromS("202"),
        AttributeValue.fromS("20263"),
        AttributeValue.fromSs(List.of("other", "20263")),
        AttributeValue.fromNs(List.of("777777", "20263")),
        AttributeValue.fromBool(true));
  }

  @ParameterizedTest
  @MethodSource("notQuoted")
  void whatIsShortOrNotThereIsNotQuoted(AttributeValue value) {
    assertThat(QuotedValues.isIn(MESSAGE, put(value))).isFalse();
  }

  private static Action put(AttributeValue value) {
    return new Actions("orders", OutboxSchema.defaults())
        .of(
            0,
            TransactWriteItem.builder()
                .put(
                    put ->
                        put.tableName("t")
                            .item(Map.of("PK", AttributeValue.fromS("1"), "value", value)))
                .build())
        .orElseThrow();
  }
}
