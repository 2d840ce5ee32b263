package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.enhanced.Beans;
import io.github.dynamooutbox.writer.enhanced.EnhancedTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What the writer's guide shows, compiled and run. */
class WriterGuideTest {
  record OrderPlaced(String orderId, int total) {}

  private static final Aggregate ORDER = Aggregate.of("Order", "42").at(2);

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/shop/orders")
          .retry(CommitRetry.none())
          .build();

  @Test
  void event() {
    outbox.transaction().events(ORDER, scanned(new byte[] {2}, new byte[] {1})).commit();
    assertThat(record().events().get(0).headers()).isEqualTo(Map.of("channel", "warehouse"));
    assertThat(record().events().get(0).previous()).isPresent();
  }

  private static Event scanned(byte[] after, byte[] before) {
    // snippet:start event
    Event scanned =
        Event.ofBytes("OrderScanned", after, "application/avro")
            .previous(before)
            .schema("https://schemas.example.com/order-scanned/2")
            .header("channel", "warehouse");
    // snippet:end
    return scanned;
  }

  @Test
  void context() {
    inContext(outbox.transaction(), Event.withoutPayload("OrderPaid")).commit();
    assertThat(record().context().get(ContextAttribute.TENANT)).hasValue("acme");
  }

  private static OutboxTransaction inContext(OutboxTransaction transaction, Event paid) {
    transaction
        .events(ORDER, paid)
        .user("u-17")
        .tenant("acme")
        .correlationId("checkout-4711")
        .causationId("message-4712");
    return transaction;
  }

  @Test
  void decision() {
    assertThat(payAgain(outbox, id -> new LoadedOrder(id, 1)).records().get(0).version())
        .hasValue(2);
  }

  record LoadedOrder(String id, long version) {
    LoadedOrder paid() {
      return new LoadedOrder(id, version + 1);
    }

    /** With a condition on the version that was loaded. */
    TransactWriteItem writtenOver(long loaded) {
      return TransactWriteItem.builder()
          .put(
              put ->
                  put.item(Items.order(id))
                      .conditionExpression("version = :loaded")
                      .expressionAttributeValues(
                          Map.of(":loaded", AttributeValue.fromN(Long.toString(loaded)))))
          .build();
    }
  }

  interface Orders {
    LoadedOrder load(String id);
  }

  private static CommitResult payAgain(Outbox outbox, Orders orders) {
    // snippet:start decision
    CommitResult result =
        outbox.commit(
            () -> {
              LoadedOrder paid = orders.load("42").paid();
              return outbox
                  .transaction()
                  .add(paid.writtenOver(paid.version() - 1))
                  .named("order")
                  .events(
                      Aggregate.of("Order", paid.id()).at(paid.version()),
                      Event.withoutPayload("OrderPaid"));
            });
    // snippet:end
    return result;
  }

  @Test
  void knownCommand() {
    assertThat(answered(outbox, id -> new LoadedOrder(id, 1), "k", "{}", "acme"))
        .isEqualTo("paid order 42");
  }

  private static String answered(
      Outbox outbox, Orders orders, String idempotencyKey, String requestBody, String tenant) {
    // snippet:start known-command
    CommitResult result =
        outbox.commit(
            Command.of(idempotencyKey, requestBody).tenant(tenant),
            () -> {
              LoadedOrder paid = orders.load("42").paid();
              return outbox
                  .transaction()
                  .add(paid.writtenOver(paid.version() - 1))
                  .events(
                      Aggregate.of("Order", paid.id()).at(paid.version()),
                      Event.withoutPayload("OrderPaid"))
                  .commandResult("paid order " + paid.id());
            });
    return result.commandResult().orElseThrow();
    // snippet:end
  }

  @Test
  void beans() {
    BeansTest.OrderBean order = new BeansTest.OrderBean();
    order.setPk("ORDER#42");
    order.setSk("ORDER");
    DynamoDbTable<BeansTest.OrderBean> orders =
        DynamoDbEnhancedClient.builder()
            .dynamoDbClient(dynamoDb)
            .build()
            .table("orders", TableSchema.fromBean(BeansTest.OrderBean.class));
    assertThat(bean(outbox, orders, order, Event.withoutPayload("OrderPlaced")).eventIds())
        .hasSize(1);
  }

  private static CommitResult bean(
      Outbox outbox,
      DynamoDbTable<BeansTest.OrderBean> orders,
      BeansTest.OrderBean order,
      Event placed) {
    // snippet:start beans
    CommitResult result =
        outbox.transaction().add(Beans.put(orders, order)).events(ORDER, placed).commit();
    // snippet:end
    return result;
  }

  @Test
  void failures() {
    OutboxTransaction transaction =
        outbox.transaction().put(Items.order("42")).events(ORDER, Event.of("A", 1));
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "ConditionalCheckFailed"));
    assertThat(outcome(transaction)).isEqualTo("order 42 has changed: load it again");

    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed"));
    transaction = outbox.transaction().put(Items.order("42")).events(ORDER, Event.of("A", 1));
    assertThat(outcome(transaction)).isEqualTo("refused: [0]");

    dynamoDb.failNext(FakeDynamoDb.throttled());
    transaction = outbox.transaction().events(ORDER, Event.of("A", 1));
    assertThat(outcome(transaction)).isEqualTo("busy: try again later");
  }

  private static String outcome(OutboxTransaction transaction) {
    // snippet:start failures
    try {
      transaction.commit();
      return "done";
    } catch (VersionTakenException e) {
      return "order " + e.aggregate().id() + " has changed: load it again";
    } catch (ConditionFailedException e) {
      return "refused: " + e.conditions().stream().map(failed -> failed.index()).toList();
    } catch (CommitConflictException | CommitThrottledException e) {
      return "busy: try again later";
    }
    // snippet:end
  }

  @Test
  void version() {
    pay(outbox, "42", 2);
    assertThat(dynamoDb.request().transactItems().get(0).update().conditionExpression())
        .isEqualTo("version = :loaded");
  }

  private static CommitResult pay(Outbox outbox, String id, long version) {
    // snippet:start version
    CommitResult paid =
        outbox
            .transaction()
            .update(
                update ->
                    update
                        .key(Items.orderKey(id))
                        .updateExpression("SET paid = :paid, version = :next")
                        .conditionExpression("version = :loaded")
                        .expressionAttributeValues(
                            Map.of(
                                ":paid", AttributeValue.fromBool(true),
                                ":loaded", AttributeValue.fromN(Long.toString(version)),
                                ":next", AttributeValue.fromN(Long.toString(version + 1)))))
            .events(Aggregate.of("Order", id).at(version + 1), Event.withoutPayload("OrderPaid"))
            .commit();
    // snippet:end
    return paid;
  }

  @Test
  void command() {
    OrderPlaced placed = new OrderPlaced("42", 12);
    assertThat(place(outbox, Items.order("42"), placed, "c-1")).isEqualTo("placed");
    dynamoDb.item(dynamoDb.request().transactItems().get(2).put().item());
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"));
    assertThat(place(outbox, Items.order("42"), placed, "c-1")).isEqualTo("was placed before");
  }

  private static String place(
      Outbox outbox, Map<String, AttributeValue> orderItem, OrderPlaced placed, String commandId) {
    // snippet:start command
    CommitResult result =
        outbox
            .transaction()
            .idempotencyKey(commandId)
            .put(orderItem, "attribute_not_exists(PK)")
            .events(Aggregate.of("Order", placed.orderId()).at(1), Event.of("OrderPlaced", placed))
            .commit();
    return result instanceof AlreadyCommitted ? "was placed before" : "placed";
    // snippet:end
  }

  @Test
  void settings() {
    assertThat(configured(dynamoDb)).isNotNull();
  }

  private static Outbox configured(DynamoDbClient dynamoDbClient) {
    // snippet:start settings
    Outbox outbox =
        Outbox.builder(dynamoDbClient)
            .table("orders")
            .outboxTable("orders-outbox")
            .source("/shop/orders")
            .strictOrder(true)
            .retention(Duration.ofDays(3))
            .retry(new CommitRetry(5, Duration.ofMillis(20), Duration.ofMillis(500)))
            .build();
    // snippet:end
    return outbox;
  }

  @Test
  void itemsOfTheCallersOwnTransaction() {
    TransactWriteItem mine =
        TransactWriteItem.builder()
            .put(put -> put.tableName("orders").item(Items.order("42")))
            .build();
    Committed committed = own(dynamoDb, outbox, List.of(mine), Event.of("A", 1));
    assertThat(dynamoDb.request().transactItems()).hasSize(2);
    assertThat(committed.eventIds()).hasSize(1);
  }

  private static Committed own(
      DynamoDbClient dynamoDbClient, Outbox outbox, List<TransactWriteItem> mine, Event event) {
    // snippet:start own
    OutboxItems items = outbox.transaction().events(ORDER, event).items();

    List<TransactWriteItem> all = new ArrayList<>(mine);
    all.addAll(items.items());
    dynamoDbClient.transactWriteItems(transaction -> transaction.transactItems(all));
    // snippet:end
    return items.committed();
  }

  @Test
  void enhanced() {
    assertThat(enhanced(TransactWriteItemsEnhancedRequest.builder(), outbox, Event.of("A", 1)))
        .isNotNull();
  }

  private static TransactWriteItemsEnhancedRequest enhanced(
      TransactWriteItemsEnhancedRequest.Builder request, Outbox outbox, Event event) {
    // snippet:start enhanced
    OutboxItems items = outbox.transaction().events(ORDER, event).items();
    EnhancedTransaction.add(items, request);
    // snippet:end
    return request.build();
  }

  private OutboxRecord record() {
    return Items.decoded(dynamoDb.request().transactItems().get(0).put().item()).record();
  }
}
