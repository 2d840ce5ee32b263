package io.github.dynamooutbox.test;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.ConditionFailedException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import io.github.dynamooutbox.writer.VersionTakenException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class InMemoryOutboxTest {
  private static final Map<String, AttributeValue> ORDER =
      Map.of("PK", AttributeValue.fromS("ORDER#42"), "SK", AttributeValue.fromS("ORDER"));

  private final InMemoryOutbox outbox = InMemoryOutbox.of("orders", "/shop/orders");

  record OrderPlaced(String orderId) {}

  private OutboxTransaction place() {
    return outbox
        .outbox()
        .transaction()
        .put(ORDER, "attribute_not_exists(PK)")
        .events(
            Aggregate.of("Order", "42").at(1),
            Event.of(new OrderPlaced("42")).header("channel", "web"),
            Event.withoutPayload("OrderCounted"));
  }

  @Test
  void committedEventsCanBeAssertedUpon() {
    place().commit();

    // snippet:start assertions
    assertThat(outbox)
        .published("OrderPlaced")
        .of("Order", "42")
        .atVersion(1)
        .withText("{\"orderId\":\"42\"}")
        .withHeader("channel", "web");
    assertThat(outbox).publishedInOrder("OrderPlaced", "OrderCounted");
    // snippet:end
    assertThat(outbox)
        .publishedInOrder("OrderPlaced", "OrderCounted")
        .published("OrderPlaced")
        .withHeader("channel", "web")
        .of("Order", "42");
    assertThat(item("orders", ORDER)).isEqualTo(ORDER);
    assertThat(outbox.events().get(0).context().region()).isEqualTo("in-memory");
  }

  @Test
  void whatWasCommittedIsRecordedWithEverythingThatBelongsToIt() {
    Instant now = Instant.parse("2026-11-22T12:00:00.125Z");
    outbox
        .builder("/shop/payments")
        .region(Region.EU_CENTRAL_1)
        .clock(() -> now)
        .build()
        .transaction()
        .trace("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1")
        .correlationId("correlation-1")
        .causationId("causation-1")
        .tenant("tenant-1")
        .user("user-1")
        .events(
            Aggregate.of("Payment", "7").at(3),
            Event.ofJson("Paid", "{\"total\": 1}").id("e-1").header("channel", "web"),
            Event.ofBytes("Scanned", new byte[] {0, -1}, "application/pdf").id("e-2"))
        .events(Aggregate.of("Order", "42"), Event.withoutPayload("OrderPaid").id("e-3"))
        .commit();
    CommitContext context =
        CommitContext.of("/shop/payments", now, "eu-central-1")
            .with(
                ContextAttribute.TRACEPARENT,
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .with(ContextAttribute.TRACESTATE, "vendor=1")
            .with(ContextAttribute.CORRELATION_ID, "correlation-1")
            .with(ContextAttribute.CAUSATION_ID, "causation-1")
            .with(ContextAttribute.TENANT, "tenant-1")
            .with(ContextAttribute.USER, "user-1");
    AggregateKey payment = new AggregateKey("Payment", "7");

    assertThat(outbox.events())
        .containsExactly(
            new RecordedEvent(
                payment,
                OptionalLong.of(3),
                "e-1",
                "Paid",
                "application/json",
                Payload.of("{\"total\": 1}"),
                Map.of("channel", "web"),
                context),
            new RecordedEvent(
                payment,
                OptionalLong.of(3),
                "e-2",
                "Scanned",
                "application/pdf",
                Payload.of(new byte[] {0, -1}),
                Map.of(),
                context),
            new RecordedEvent(
                new AggregateKey("Order", "42"),
                OptionalLong.empty(),
                "e-3",
                "OrderPaid",
                "application/json",
                Payload.of("{}"),
                Map.of(),
                context));
    assertThat(outbox.events().get(0)).hasToString("Paid of Payment#7 at version 3");
    assertThat(outbox.events().get(2)).hasToString("OrderPaid of Order#42");
  }

  @Test
  void assertionsFailAndSayWhatWasCommitted() {
    assertFails(
        "Expecting one event of type OrderPlaced, but there are 0; committed were: []",
        () -> assertThat(outbox).published("OrderPlaced"));
    place().commit();
    String placed = "OrderPlaced of Order#42 at version 1";
    assertFails(
        "Expecting the events [], but committed were: [OrderPlaced, OrderCounted]",
        () -> assertThat(outbox).publishedNothing());
    assertFails(
        "Expecting the events [OrderCounted, OrderPlaced], but committed were: [OrderPlaced,"
            + " OrderCounted]",
        () -> assertThat(outbox).publishedInOrder("OrderCounted", "OrderPlaced"));
    assertFails(
        "Expecting the aggregate of " + placed + " to be Order#43, but it is Order#42",
        () -> assertThat(outbox).published("OrderPlaced").of("Order", "43"));
    assertFails(
        "Expecting the version of " + placed + " to be OptionalLong[2], but it is OptionalLong[1]",
        () -> assertThat(outbox).published("OrderPlaced").atVersion(2));
    assertFails(
        "Expecting the header user of " + placed + " to be u, but it is none",
        () -> assertThat(outbox).published("OrderPlaced").withHeader("user", "u"));
    assertFails(
        "Expecting the payload of " + placed + " to be {}, but it is {\"orderId\":\"42\"}",
        () -> assertThat(outbox).published("OrderPlaced").withText("{}"));
  }

  private static void assertFails(String message, ThrowingCallable assertion) {
    assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessage(message);
  }

  private Map<String, AttributeValue> item(String table, Map<String, AttributeValue> key) {
    return outbox.client().getItem(get -> get.tableName(table).key(key)).item();
  }

  private OutboxTransaction counted() {
    return outbox
        .outbox()
        .transaction()
        .events(Aggregate.of("Order", "42"), Event.withoutPayload("OrderCounted"));
  }

  @Test
  void itemsAreThoseOfTheLastWrite() {
    Map<String, AttributeValue> full = new TreeMap<>(ORDER);
    full.put("total", AttributeValue.fromN("12"));

    counted().put(full).commit();
    assertThat(item("orders", ORDER)).isEqualTo(full);
    assertThat(item("stock", ORDER)).isEmpty();
    counted().put(put -> put.tableName("stock").item(full)).commit();
    assertThat(item("stock", ORDER)).isEqualTo(full);
    counted().delete(ORDER).commit();
    assertThat(item("orders", ORDER)).isEmpty();
  }

  @Test
  void refusedConditionsReturnTheItemThatIsThere() {
    counted().put(ORDER).commit();

    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(
            () ->
                counted()
                    .put(
                        put ->
                            put.item(ORDER)
                                .conditionExpression("attribute_not_exists(PK)")
                                .returnValuesOnConditionCheckFailure(
                                    ReturnValuesOnConditionCheckFailure.ALL_OLD))
                    .commit())
        .satisfies(e -> assertThat(e.conditions().get(0).item()).isEqualTo(ORDER));
  }

  @Test
  void strictOrderIsEvaluated() {
    outbox
        .builder("/shop/orders")
        .strictOrder(true)
        .build()
        .transaction()
        .events(Aggregate.of("Order", "42").at(2), Event.withoutPayload("OrderCounted"))
        .commit();

    assertThat(outbox).publishedInOrder("OrderCounted");
  }

  /** With a client of DynamoDB Local instead. */
  @Test
  void eventsAreListedThatWereCommittedThroughAnotherClient() {
    InMemoryOutbox other = InMemoryOutbox.on(outbox.client(), "orders", "/shop/returns");

    other
        .outbox()
        .transaction()
        .events(Aggregate.of("Return", "1"), Event.withoutPayload("Returned"))
        .commit();

    assertThat(other).publishedInOrder("Returned");
    other.clear();
    assertThat(other).publishedNothing();
    assertThat(outbox).publishedInOrder("Returned");
  }

  /** As DynamoDB Local with a table of other names. */
  @Test
  void schemasAreFollowedInMemoryAndThroughAnotherClient() {
    OutboxSchema schema = new OutboxSchema("id", "kind", "EVT#", "expires");
    InMemoryOutbox own = InMemoryOutbox.of("orders", "/shop/orders", schema);
    InMemoryOutbox other = InMemoryOutbox.on(own.client(), "orders", "/shop/returns", schema);
    Map<String, AttributeValue> order =
        Map.of("id", AttributeValue.fromS("1"), "kind", AttributeValue.fromS("ORDER"));

    other
        .outbox()
        .transaction()
        .put(order, "attribute_not_exists(id)")
        .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"))
        .commit();

    assertThat(other).published("OrderPlaced").of("Order", "1").atVersion(1);
    assertThat(own).publishedInOrder("OrderPlaced");
    assertThat(own.client().getItem(get -> get.tableName("orders").key(order)).item())
        .isEqualTo(order);
  }

  @Test
  void clientIsThatOfAServiceToo() {
    Put put = Put.builder().tableName("orders").item(ORDER).build();
    TransactWriteItem action = TransactWriteItem.builder().put(put).build();
    TransactWriteItemsResponse response =
        outbox.client().transactWriteItems(request -> request.transactItems(action));

    assertThat(response).isEqualTo(TransactWriteItemsResponse.builder().build());
    assertThat(item("orders", ORDER)).isEqualTo(ORDER);
    assertThat(outbox).publishedNothing();
    assertThat(outbox.client().serviceName()).isEqualTo(DynamoDbClient.SERVICE_NAME);
  }

  @Test
  void conditionsOfExistenceHoldOrFailForEveryKindOfAction() {
    String absent = "attribute_not_exists(#key)";
    String present = " attribute_exists ( PK ) ";
    Map<String, String> names = Map.of("#key", "PK");

    assertConditionFails(counted().put(put -> put.item(ORDER).conditionExpression(present)));
    assertConditionFails(
        counted().delete(delete -> delete.key(ORDER).conditionExpression(present)));
    assertConditionFails(counted().check(ORDER, present));
    counted().put(ORDER).commit();
    assertConditionFails(
        counted()
            .put(
                put ->
                    put.item(ORDER).conditionExpression(absent).expressionAttributeNames(names)));
    assertConditionFails(
        counted()
            .check(
                check ->
                    check.key(ORDER).conditionExpression(absent).expressionAttributeNames(names)));
    counted().delete(delete -> delete.key(ORDER).conditionExpression(present)).commit();
    assertThat(outbox.events()).as("nothing of a refused transaction").hasSize(2);
  }

  private static void assertConditionFails(OutboxTransaction transaction) {
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(() -> transaction.named("order").commit())
        .satisfies(
            e ->
                assertThat(e.conditions())
                    .singleElement()
                    .matches(condition -> condition.action().isNamed("order")));
  }

  @Test
  void rulesVersionsAndConditionsAreThoseOfTheRealOutbox() {
    place().commit();

    assertThatExceptionOfType(VersionTakenException.class)
        .isThrownBy(() -> place().commit())
        .satisfies(e -> assertThat(e.conditions()).hasSize(1));
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(
            () ->
                outbox
                    .outbox()
                    .transaction()
                    .put(ORDER, "attribute_not_exists(PK)")
                    .events(Aggregate.of("Order", "42"), Event.withoutPayload("A"))
                    .commit())
        .withMessageStartingWith("action 0 (")
        .withMessageEndingWith("): its condition failed; load the items again");
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.outbox().transaction().put(ORDER).commit())
        .withMessageContaining(": raises no events; add some with events(...)");
    assertThat(outbox.events()).as("nothing of a refused transaction").hasSize(2);
  }

  /** As it is when the answer to the first request was lost. */
  @Test
  void requestThatIsSentAgainUnderItsTokenIsAppliedAndListedOnce() {
    List<TransactWriteItemsRequest> sent = new ArrayList<>();
    DynamoDbClient losing =
        (DynamoDbClient)
            Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                  Object answer = method.invoke(outbox.client(), arguments);
                  if (arguments != null && arguments[0] instanceof TransactWriteItemsRequest it) {
                    sent.add(it);
                    if (sent.size() == 1) {
                      throw DynamoDbException.builder().statusCode(500).message("lost").build();
                    }
                  }
                  return answer;
                });
    Outbox service = Outbox.builder(losing).table("orders").source("/shop/orders").build();

    service
        .transaction()
        .put(ORDER, "attribute_not_exists(PK)")
        .events(Aggregate.of("Order", "42").at(1), Event.withoutPayload("OrderCounted"))
        .commit();

    assertThat(sent).hasSize(2);
    assertThat(outbox).publishedInOrder("OrderCounted");
  }

  @Test
  void repeatedCommandIsCommittedOnce() {
    place().idempotencyKey("c-1").commit();

    assertThat(place().idempotencyKey("c-1").commit())
        .isInstanceOf(CommitResult.AlreadyCommitted.class);
    assertThat(outbox.events()).hasSize(2);
    outbox.clear();
    assertThat(outbox).publishedNothing().publishedInOrder();
    assertThat(item("orders", ORDER)).isEmpty();
  }
}
