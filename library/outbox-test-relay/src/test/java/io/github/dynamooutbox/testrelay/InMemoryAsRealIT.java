package io.github.dynamooutbox.testrelay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.test.NotEvaluatedError;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The in-memory DynamoDB beside DynamoDB Local, request for request: what it accepts is accepted
 * there, too; what it refuses, it refuses as DynamoDB does, or it says that it does not evaluate
 * it.
 */
class InMemoryAsRealIT {
  private static final String TABLE = "in-memory-as-real";
  private static final String NEW = "attribute_not_exists(PK)";
  private static final String NOT_EVALUATED = "NotEvaluatedError";

  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named(TABLE));

  /** Requests that are sent one after the other. */
  record Script(String name, List<TransactWriteItemsRequest> requests) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Script> scripts() {
    return Stream.of(
        script("a token again", sent("t1", put("t1", NEW)), sent("t1", put("t1", NEW))),
        script(
            "a token again, after its item was changed",
            sent("t2", put("t2", NEW)),
            sent("t2b", delete("t2")),
            sent("t2", put("t2", NEW)),
            sent("t2c", put("t2", NEW))),
        script(
            "a token with another request",
            sent("t3", put("t3", NEW)),
            sent("t3", put("t3-other", NEW))),
        script(
            "a token with another condition",
            sent("t4", put("t4", NEW)),
            sent("t4", put("t4", ""))),
        script(
            "a token of a request that was refused",
            sent("t5", put("t5", "attribute_exists(PK)")),
            sent("t5b", put("t5", NEW)),
            sent("t5", put("t5", "attribute_exists(PK)"))),
        script("no token, twice", sent("", put("t6", NEW)), sent("", put("t6", NEW))),
        script("a token that is too long", sent("t".repeat(37), put("t7", ""))),
        script("no action", sent("")),
        script("100 actions", sent("", many(100))),
        script("101 actions", sent("", many(101))),
        script("4 MB", sent("", large(11))),
        script("one item twice", sent("", put("twice", ""), delete("twice"))),
        script("an item of 400 KB", sent("", put(with(text("x".repeat(409_700)))))),
        script("an empty key", sent("", put("", ""))),
        script("a long key", sent("", put("k".repeat(2049), ""))),
        script("a number as key", sent("", put(Map.of("PK", number("1"), "SK", text("1"))))),
        script("an empty set", sent("", put(with(AttributeValue.builder().ss(List.of()).build())))),
        script(
            "a set with a repetition",
            sent("", put(with(AttributeValue.fromSs(List.of("a", "a")))))),
        script(
            "numbers that are equal",
            sent("", put(with(AttributeValue.fromNs(List.of("1", "1.0")))))),
        script("38 digits", sent("", put(with(number("9".repeat(38)))))),
        script("39 digits", sent("", put(with(number("9".repeat(39)))))),
        script("a number that is too large", sent("", put(with(number("1e126"))))),
        script("a number that is too small", sent("", put(with(number("1e-131"))))),
        script("no number", sent("", put(with(number("one"))))),
        script("32 levels", sent("", put(with(nested(31))))),
        script("as many levels as there may be", sent("", put(with(nested(32))))),
        script("33 levels", sent("", put(with(nested(33))))),
        script("a null that is false", sent("", put(with(AttributeValue.fromNul(false))))),
        script("a value without a type", sent("", put(with(AttributeValue.builder().build())))),
        script(
            "two types at once",
            sent("", put(with(AttributeValue.builder().s("a").n("1").build())))),
        script("an empty text", sent("", put(with(text(""))))),
        script(
            "empty bytes",
            sent("", put(with(AttributeValue.fromB(SdkBytes.fromByteArray(new byte[0])))))),
        script("an action that is none", sent("", TransactWriteItem.builder().build())),
        script(
            "an empty condition",
            sent(
                "",
                TransactWriteItem.builder().put(at("c").conditionExpression("").build()).build())),
        script(
            "a reserved word",
            sent(
                "",
                TransactWriteItem.builder()
                    .put(at("r").conditionExpression("attribute_not_exists(name)").build())
                    .build())),
        script(
            "a name that begins with a digit",
            sent(
                "",
                TransactWriteItem.builder()
                    .put(at("d").conditionExpression("attribute_not_exists(1a)").build())
                    .build())),
        script(
            "a key with an attribute too many",
            sent(
                "",
                TransactWriteItem.builder()
                    .delete(Delete.builder().tableName(TABLE).key(with(text("x"))).build())
                    .build())));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void acceptsNothingThatDynamoDbRefuses(Script script, DynamoDbClient dynamoDb) {
    DynamoDbClient memory = InMemoryOutbox.of(TABLE, "/shop").client();
    for (int i = 0; i < script.requests().size(); i++) {
      TransactWriteItemsRequest request = script.requests().get(i);
      String real = outcome(dynamoDb, request);
      assertThat(outcome(memory, request)).as("request %d", i).isIn(real, NOT_EVALUATED);
    }
  }

  private static String outcome(DynamoDbClient client, TransactWriteItemsRequest request) {
    try {
      client.transactWriteItems(request);
      return "accepted";
    } catch (TransactionCanceledException e) {
      return e.cancellationReasons().stream().map(CancellationReason::code).toList().toString();
    } catch (NotEvaluatedError e) {
      return NOT_EVALUATED;
    } catch (SdkException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static Script script(String name, TransactWriteItemsRequest... requests) {
    return new Script(name, List.of(requests));
  }

  private static TransactWriteItemsRequest sent(String token, TransactWriteItem... actions) {
    return TransactWriteItemsRequest.builder()
        .transactItems(actions)
        .clientRequestToken(token.isEmpty() ? null : token)
        .build();
  }

  private static TransactWriteItem put(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(TABLE).item(item).build())
        .build();
  }

  private static TransactWriteItem put(String key, String condition) {
    return TransactWriteItem.builder()
        .put(at(key).conditionExpression(condition.isEmpty() ? null : condition).build())
        .build();
  }

  private static Put.Builder at(String key) {
    return Put.builder().tableName(TABLE).item(key(key));
  }

  private static TransactWriteItem delete(String key) {
    return TransactWriteItem.builder()
        .delete(Delete.builder().tableName(TABLE).key(key(key)).build())
        .build();
  }

  private static TransactWriteItem[] many(int actions) {
    return IntStream.range(0, actions)
        .mapToObj(i -> put("many-" + actions + '-' + i, ""))
        .toArray(TransactWriteItem[]::new);
  }

  private static TransactWriteItem[] large(int items) {
    List<TransactWriteItem> puts = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      puts.add(
          put(Map.of("PK", text("large-" + i), "SK", text("1"), "a", text("x".repeat(400_000)))));
    }
    return puts.toArray(TransactWriteItem[]::new);
  }

  private static Map<String, AttributeValue> key(String key) {
    return Map.of("PK", text(key), "SK", text("1"));
  }

  private static Map<String, AttributeValue> with(AttributeValue value) {
    return Map.of("PK", text("with"), "SK", text("1"), "a", value);
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(String number) {
    return AttributeValue.fromN(number);
  }

  private static AttributeValue nested(int levels) {
    AttributeValue value = text("x");
    for (int i = 0; i < levels; i++) {
      value = AttributeValue.fromL(Collections.singletonList(value));
    }
    return value;
  }
}
