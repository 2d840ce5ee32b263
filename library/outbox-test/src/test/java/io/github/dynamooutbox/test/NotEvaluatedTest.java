package io.github.dynamooutbox.test;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What the in-memory DynamoDB does not do as DynamoDB does. */
class NotEvaluatedTest {
  private static final Map<String, AttributeValue> ORDER =
      Map.of("PK", AttributeValue.fromS("ORDER#42"), "SK", AttributeValue.fromS("ORDER"));

  private final InMemoryOutbox outbox = InMemoryOutbox.of("orders", "/shop/orders");

  private OutboxTransaction counted() {
    return outbox
        .outbox()
        .transaction()
        .events(Aggregate.of("Order", "42"), Event.withoutPayload("OrderCounted"));
  }

  /** What DynamoDB would refuse must not pass here. */
  @Test
  void whatIsNotEvaluatedFailsAndNamesTheExpression() {
    Map<String, AttributeValue> one = Map.of(":one", AttributeValue.fromN("1"));
    Map<String, AttributeValue> coupon = Map.of("code", AttributeValue.fromS("a"));

    assertNotEvaluated(
        "the condition \"version = :one\" of a put in table orders",
        () ->
            counted()
                .put(
                    put ->
                        put.item(ORDER)
                            .conditionExpression("version = :one")
                            .expressionAttributeValues(one))
                .commit());
    assertNotEvaluated(
        "the condition \"n = :one\" of a check in table orders",
        () ->
            counted()
                .check(
                    check ->
                        check
                            .key(ORDER)
                            .conditionExpression("n = :one")
                            .expressionAttributeValues(one))
                .commit());
    assertNotEvaluated(
        "the update expression \"ADD n :one\" of an update in table orders",
        () ->
            counted()
                .update(
                    update ->
                        update
                            .key(ORDER)
                            .updateExpression("ADD n :one")
                            .expressionAttributeValues(one))
                .commit());
    assertNotEvaluated(
        "which item of table coupons is meant, because only the keys PK and SK are known",
        () ->
            counted()
                .put(
                    put ->
                        put.tableName("coupons")
                            .item(coupon)
                            .conditionExpression("attribute_not_exists(code)"))
                .commit());
    assertNotEvaluated(
        "the condition \"attribute_exists(#a)\" of a check in table orders, whose placeholders are"
            + " [:one]",
        () ->
            outbox
                .client()
                .transactWriteItems(
                    request ->
                        request.transactItems(
                            TransactWriteItem.builder()
                                .conditionCheck(
                                    check ->
                                        check
                                            .tableName("orders")
                                            .key(ORDER)
                                            .conditionExpression("attribute_exists(#a)")
                                            .expressionAttributeValues(one))
                                .build())));
    DynamoDbClient client = outbox.client();
    assertNotEvaluated(
        "the operation putItem", () -> client.putItem(put -> put.tableName("orders").item(ORDER)));
    assertNotEvaluated(
        "the operation query",
        () ->
            client.queryPaginator(query -> query.tableName("orders")).items().forEach(item -> {}));
    assertNotEvaluated("the operation scan", () -> client.scan(scan -> scan.tableName("orders")));
    assertNotEvaluated(
        "the operation batchGetItem", () -> client.batchGetItem(get -> get.requestItems(Map.of())));
    assertNotEvaluated(
        "the projection of a read of table orders",
        () ->
            client.getItem(
                get -> get.tableName("orders").key(ORDER).projectionExpression("total")));
    assertThat(outbox).publishedNothing();
  }

  private static void assertNotEvaluated(String what, ThrowingCallable call) {
    assertThatExceptionOfType(NotEvaluatedError.class)
        .isThrownBy(call)
        .withMessage(
            "the in-memory DynamoDB of outbox-test does not evaluate "
                + what
                + "; run this test on DynamoDB Local, which the extension of outbox-test-dynamodb"
                + " starts once for all tests: InMemoryOutbox.on(client, table, source) then still"
                + " lists what was committed");
  }

  @Test
  void aTransactionMayNotHaveTwoActionsOnAnItem() {
    Put put = Put.builder().tableName("orders").item(ORDER).build();
    TransactWriteItem action = TransactWriteItem.builder().put(put).build();

    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(
            () ->
                outbox
                    .client()
                    .transactWriteItems(request -> request.transactItems(action, action)))
        .withMessageContaining("multiple operations on one item");
  }
}
