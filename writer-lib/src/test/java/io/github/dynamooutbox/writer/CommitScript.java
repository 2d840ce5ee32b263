package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.ScriptedDynamoDb.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * How DynamoDB answers one commit.
 *
 * @param isCommand whether the commit has an idempotency key
 */
record CommitScript(List<Answer> answers, CommitRetry retry, boolean isCommand) {
  static final Duration TIMEOUT = Duration.ofSeconds(1);

  private static final String FAILED = "ConditionalCheckFailed";
  private static final String CONFLICT = "TransactionConflict";

  private static final List<RuntimeException> REFUSALS =
      List.of(
          FakeDynamoDb.cancelled("None", CONFLICT, "None"),
          FakeDynamoDb.cancelled("None", "None", CONFLICT),
          FakeDynamoDb.cancelled("ThrottlingError", "None", "None"),
          FakeDynamoDb.cancelled(FAILED, "None", "None"),
          FakeDynamoDb.cancelled(FAILED, "None", CONFLICT),
          FakeDynamoDb.cancelled("None", FAILED, FAILED),
          FakeDynamoDb.cancelled("None", "None", FAILED),
          FakeDynamoDb.cancelled("ValidationError", "None", "None"),
          FakeDynamoDb.throttled(),
          FakeDynamoDb.throttled().toBuilder().numAttempts(2).build(),
          FakeDynamoDb.inProgress(),
          ApiCallTimeoutException.create(1),
          DynamoDbException.builder().statusCode(503).message("unavailable").build(),
          DynamoDbException.builder().statusCode(400).message("denied").build());

  /** What a read of the marker gives: none, this command's, another one's, or a later version's. */
  private static final List<Map<String, AttributeValue>> ITEMS = items();

  static CommitScript random(Random random) {
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      RuntimeException failure =
          random.nextInt(8) == 0 ? null : REFUSALS.get(random.nextInt(REFUSALS.size()));
      Map<String, AttributeValue> item = ITEMS.get(random.nextInt(ITEMS.size()));
      Duration after = random.nextInt(10) == 0 ? TIMEOUT : Duration.ofMillis(random.nextInt(200));
      answers.add(new Answer(after, failure, item));
    }
    CommitRetry retry =
        new CommitRetry(1 + random.nextInt(8), Duration.ofMillis(10), Duration.ofMillis(70));
    return new CommitScript(answers, retry, random.nextBoolean());
  }

  private static List<Map<String, AttributeValue>> items() {
    Map<String, AttributeValue> later = new HashMap<>(marker("c"));
    later.put("v", AttributeValue.fromN("9"));
    return List.of(Map.of(), marker("c"), marker("other"), later);
  }

  private static Map<String, AttributeValue> marker(String command) {
    FakeDynamoDb dynamoDb = new FakeDynamoDb();
    place(Outbox.builder(dynamoDb).table("orders").source("/s").build().transaction())
        .idempotencyKey("k", command)
        .commit();
    return dynamoDb.request().transactItems().get(2).put().item();
  }

  private static <T extends TransactionBuilder<T>> T place(T transaction) {
    return transaction
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"));
  }

  /** The transaction that is committed. */
  <T extends TransactionBuilder<T>> T in(T empty) {
    return isCommand ? place(empty).idempotencyKey("k", "c") : place(empty);
  }
}
