package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * What DynamoDB refuses whatever a table has in it, by the developer guide's "Quotas in Amazon
 * DynamoDB" and "Data types".
 */
final class WriteRules {
  private static final int MAX_ACTIONS = 100;
  private static final int MAX_TOKEN = 36;
  private static final long MAX_REQUEST = 4 * 1024 * 1024;
  private static final long MAX_ITEM = 400 * 1024;
  private static final int MAX_LEVELS = 32;
  private static final int MAX_DIGITS = 38;
  private static final int LARGEST_EXPONENT = 125;
  private static final int SMALLEST_EXPONENT = -130;
  private static final Pattern DECIMAL = Pattern.compile("[-+0-9.eE]+");

  private final OutboxSchema schema;

  WriteRules(OutboxSchema schema) {
    this.schema = schema;
  }

  void check(TransactWriteItemsRequest request) {
    String token = request.clientRequestToken();
    require(
        token == null || (!token.isEmpty() && token.length() <= MAX_TOKEN),
        "clientRequestToken must have 1 to 36 characters");
    int actions = request.transactItems().size();
    require(actions > 0 && actions <= MAX_ACTIONS, "a transaction has 1 to 100 actions");
    long bytes = 0;
    for (TransactWriteItem action : request.transactItems()) {
      if (action.put() != null) {
        item(action.put().item());
        bytes += RecordSize.of(new SdkItem(action.put().item()));
      } else if (action.delete() != null) {
        key(action.delete().key());
      } else if (action.conditionCheck() != null) {
        key(action.conditionCheck().key());
      }
    }
    require(bytes <= MAX_REQUEST, "a transaction has at most 4 MB");
  }

  void key(Map<String, AttributeValue> key) {
    require(key.size() == 2, "The provided key element does not match the schema");
    item(key);
  }

  private void item(Map<String, AttributeValue> item) {
    key(item.get(schema.partitionKey()), 2048);
    key(item.get(schema.sortKey()), 1024);
    values(item, 0);
    require(
        RecordSize.of(new SdkItem(item)) <= MAX_ITEM,
        "Item size has exceeded the maximum of 400 KB");
  }

  /** One that is absent is another table's, which is told where its item is looked for. */
  private static void key(@Nullable AttributeValue key, int most) {
    if (key != null
        && (key.s() == null || key.s().isEmpty() || RecordSize.utf8Length(key.s()) > most)) {
      throw new NotEvaluatedError(
          "a key that is empty, longer than %d bytes, or no text".formatted(most));
    }
  }

  private static void values(Map<String, AttributeValue> values, int level) {
    require(!values.containsKey(""), "attribute names must not be empty");
    values.values().forEach(value -> value(value, level));
  }

  private static void value(AttributeValue value, int level) {
    long types =
        Stream.of(value.s(), value.n(), value.b(), value.bool(), value.nul())
                .filter(Objects::nonNull)
                .count()
            + Stream.of(value.hasSs(), value.hasNs(), value.hasBs(), value.hasL(), value.hasM())
                .filter(given -> given)
                .count();
    require(
        types == 1, "Supplied AttributeValue must contain exactly one of the supported datatypes");
    require(level < MAX_LEVELS, "Nesting Levels have exceeded supported limits");
    switch (value.type()) {
      case N -> number(value.n());
      case NUL -> require(value.nul(), "Null attribute value types must have the value of true");
      case SS -> set(value.ss());
      case NS -> set(value.ns().stream().map(WriteRules::number).toList());
      case BS -> set(value.bs());
      case L -> value.l().forEach(element -> value(element, level + 1));
      case M -> values(value.m(), level + 1);
      default -> {
        // Any text, bytes or boolean.
      }
    }
  }

  private static void set(Collection<?> elements) {
    require(!elements.isEmpty(), "a set must not be empty");
    require(new HashSet<>(elements).size() == elements.size(), "a set must not contain duplicates");
  }

  private static BigDecimal number(String text) {
    require(DECIMAL.matcher(text).matches(), "a number cannot be converted to a numeric value");
    BigDecimal number;
    try {
      number = new BigDecimal(text).stripTrailingZeros();
    } catch (NumberFormatException e) {
      throw refusal("a number cannot be converted to a numeric value");
    }
    long exponent = (long) number.precision() - number.scale() - 1;
    require(
        number.precision() <= MAX_DIGITS
            && (number.signum() == 0
                || (exponent >= SMALLEST_EXPONENT && exponent <= LARGEST_EXPONENT)),
        "a number has at most 38 significant digits, and is between 1E-130 and 9.9...E+125");
    return number;
  }

  static void require(boolean holds, String message) {
    if (!holds) {
      throw refusal(message);
    }
  }

  private static RuntimeException refusal(String message) {
    return DynamoDbException.builder()
        .statusCode(400)
        .message(message)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode("ValidationException").build())
        .build();
  }
}
