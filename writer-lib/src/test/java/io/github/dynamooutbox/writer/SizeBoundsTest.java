package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.plan.Actions;
import io.github.dynamooutbox.writer.internal.size.Expressions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Bounds of the sizes of callers' items, names and values. */
class SizeBoundsTest {
  /** Three bytes, the most that one character has. */
  private static final String WIDE = "\u20ac";

  /** 21 bytes, the most that a number has. */
  private static final String LONG = "-" + "7".repeat(38);

  private final Actions actions = new Actions("orders", OutboxSchema.defaults());

  @Test
  void ofAnItemIsItsSizeIfAllTextsAndNumbersAreAsLargeAsTheyCanBe() {
    for (long seed = 0; seed < 500; seed++) {
      Map<String, AttributeValue> item = attributes(Rules.random(seed), 3, WIDE, LONG);

      // In a map, each attribute takes one byte more.
      assertThat(put(item).largestItem())
          .as("seed %d: %s", seed, item)
          .isEqualTo(RecordSize.of(new SdkItem(item)) + item.size());
      assertThat(put(item).itemSize()).isEqualTo(RecordSize.of(new SdkItem(item)));
    }
  }

  @Test
  void ofAnItemIsNeverBelowItsSize() {
    for (long seed = 0; seed < 500; seed++) {
      Map<String, AttributeValue> item = attributes(Rules.random(seed), 3, "a", "1.5");

      assertThat(put(item).largestItem())
          .as("seed %d: %s", seed, item)
          .isGreaterThanOrEqualTo(put(item).itemSize());
    }
  }

  private Action put(Map<String, AttributeValue> item) {
    return actions
        .of(0, TransactWriteItem.builder().put(put -> put.item(item)).build())
        .orElseThrow();
  }

  private static Map<String, AttributeValue> attributes(
      Random random, int depth, String text, String number) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      attributes.put(text.repeat(i), value(random, depth - 1, text, number));
    }
    return attributes;
  }

  private static AttributeValue value(Random random, int depth, String text, String number) {
    int count = random.nextInt(3);
    SdkBytes bytes = SdkBytes.fromByteArray(new byte[random.nextInt(5)]);
    return switch (random.nextInt(depth == 0 ? 8 : 10)) {
      case 0 -> AttributeValue.fromS(text.repeat(count));
      case 1 -> AttributeValue.fromN(number);
      case 2 -> AttributeValue.fromB(bytes);
      case 3 -> AttributeValue.fromBool(true);
      case 4 -> AttributeValue.fromNul(true);
      case 5 -> AttributeValue.fromSs(times(count, () -> text));
      case 6 -> AttributeValue.fromNs(times(count, () -> number));
      case 7 -> AttributeValue.fromBs(times(count, () -> bytes));
      case 8 -> AttributeValue.fromM(attributes(random, depth, text, number));
      default -> AttributeValue.fromL(times(count, () -> value(random, depth - 1, text, number)));
    };
  }

  private static <T> List<T> times(int count, Supplier<T> element) {
    return new ArrayList<>(Stream.generate(element).limit(count).toList());
  }

  /** Their text, and for each placeholder the name or value, as DynamoDB Local counts them. */
  @Test
  void ofExpressionsCoverEachPlaceholder() {
    AttributeValue five = AttributeValue.fromS("12345");
    Expressions expressions =
        new Expressions(
            "SET #name = :five, b = :five",
            "#name <> :none AND size(c) > :five",
            Map.of("#name", "four"),
            Map.of(":five", five));

    assertThat(expressions.size())
        .isEqualTo(
            "SET #name = :five, b = :five".length()
                + 4
                + 5
                + 5
                + "#name <> :none AND size(c) > :five".length()
                + 4
                + 5);
    // Three bytes for each character, and all names and values for each placeholder.
    assertThat(expressions.largestSize(100)).isEqualTo(3 * (28 + 34) + (3 + 3) * (3 * 4 + 100));
    assertThat(new Expressions(null, "a", Map.of(), Map.of()).largestSize(0)).isEqualTo(3);
    assertThat(new Expressions(null, null, Map.of(), Map.of()).largestSize(7)).isZero();
    assertThat(new Expressions(null, null, Map.of(), Map.of()).size()).isZero();
  }

  @Test
  void ofAnActionAreThoseOfItsItemAndItsExpressions() {
    for (TransactWriteItem item : conditional()) {
      Action action = actions.of(0, item).orElseThrow();

      // The value has 21 bytes, the name 3 and the key 12; the condition has 7 characters.
      assertThat(action.size()).as("%s", item).isEqualTo(12 + 7 + 3 + 21 + updateSize(item));
      assertThat(action.largestExpressions())
          .as("%s", item)
          .isEqualTo(3 * 7 + 2 * (9 + 3 * 2 + 1 + 21) + largestUpdate(item));
    }
  }

  @Test
  void ofAConditionWithoutValuesAreThoseOfItsText() {
    Action action =
        actions
            .of(
                0,
                TransactWriteItem.builder()
                    .put(
                        put ->
                            put.tableName("t")
                                .item(Map.of("PK", AttributeValue.fromS("1")))
                                .conditionExpression("attribute_not_exists(PK)"))
                    .build())
            .orElseThrow();

    assertThat(action.largestExpressions()).isEqualTo(3L * "attribute_not_exists(PK)".length());
  }

  private static long updateSize(TransactWriteItem item) {
    return item.update() == null ? 0 : "REMOVE x".length();
  }

  private static long largestUpdate(TransactWriteItem item) {
    return 3 * updateSize(item);
  }

  private static List<TransactWriteItem> conditional() {
    Map<String, AttributeValue> key = Map.of("PK", AttributeValue.fromS("0123456789"));
    Map<String, String> names = Map.of("#n", "nnn");
    Map<String, AttributeValue> values = Map.of(":v", AttributeValue.fromN(LONG));
    return List.of(
        TransactWriteItem.builder()
            .put(
                put ->
                    put.item(key)
                        .conditionExpression("#n <:v ")
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
            .build(),
        TransactWriteItem.builder()
            .update(
                update ->
                    update
                        .key(key)
                        .updateExpression("REMOVE x")
                        .conditionExpression("#n <:v ")
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
            .build(),
        TransactWriteItem.builder()
            .delete(
                delete ->
                    delete
                        .key(key)
                        .conditionExpression("#n <:v ")
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
            .build(),
        TransactWriteItem.builder()
            .conditionCheck(
                check ->
                    check
                        .key(key)
                        .conditionExpression("#n <:v ")
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
            .build());
  }
}
