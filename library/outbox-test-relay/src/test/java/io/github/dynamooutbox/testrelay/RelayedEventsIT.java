package io.github.dynamooutbox.testrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.router.EventRouter;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.readback.ReaderQueue;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;

class RelayedEventsIT {
  private record OrderPlaced(String customer, int total) {}

  private record Spent(int total) {}

  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("shared"));

  private static final AtomicInteger TABLES = new AtomicInteger();

  private final String orders = "orders-" + TABLES.incrementAndGet();
  private final String totals = "totals-" + TABLES.incrementAndGet();
  private DynamoDbClient client;
  private Outbox outbox;

  @BeforeEach
  void makeTables(DynamoDbClient dynamoDb) {
    client = dynamoDb;
    TestTable.named(orders).create(client);
    TestTable.named(totals).create(client);
    outbox = Outbox.builder(client).table(orders).source("/shop/orders").build();
  }

  private void place(String order, long version, int total) {
    outbox
        .transaction()
        .events(
            Aggregate.of("Order", order).at(version),
            Event.of("OrderPlaced", new OrderPlaced("c-7", total)))
        .commit();
  }

  private static Map<String, AttributeValue> key(String partition) {
    return Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS("TOTAL"));
  }

  private String spent() {
    return client
        .getItem(it -> it.tableName(totals).key(key("CUSTOMER#c-7")))
        .item()
        .getOrDefault("spent", AttributeValue.fromN("0"))
        .n();
  }

  private final EventRouter router =
      EventRouter.builder()
          .on(
              "OrderPlaced",
              OrderPlaced.class,
              (order, event, tx) ->
                  tx.update(
                      update ->
                          update
                              .key(key("CUSTOMER#" + order.customer()))
                              .updateExpression("ADD spent :total")
                              .expressionAttributeValues(
                                  Map.of(
                                      ":total",
                                      AttributeValue.fromN(Integer.toString(order.total()))))))
          .build();

  // snippet:start relay
  @Test
  void whenOrdersArePlacedTheirCustomersTotalChanges() {
    Inbox inbox = Inbox.builder(client).table(totals).consumer("order-totals").build();
    try (TestRelay relay = TestRelay.of(client, orders).to(inbox, router).start()) {
      place("1", 1, 12);
      place("2", 1, 30);

      relay.awaitHandled();

      assertThat(spent()).isEqualTo("42");
    }
  }

  // snippet:end

  @Test
  void everythingCommittedIsHandledWhenItReturns() {
    List<String> handled = Collections.synchronizedList(new ArrayList<>());
    List<String> committed = new ArrayList<>();
    place("before", 1, 1);
    committed.add("Order#before 1");
    try (TestRelay relay =
        TestRelay.of(client, orders)
            .to(
                event ->
                    handled.add(
                        event.aggregate().orElseThrow()
                            + " "
                            + event.position().orElseThrow().version()))
            .start()) {
      for (int round = 1; round <= 20; round++) {
        for (String order : List.of("a", "b")) {
          place(order, round, 1);
          committed.add("Order#" + order + " " + round);
        }
        relay.awaitHandled();

        assertThat(handled).containsExactlyInAnyOrderElementsOf(committed);
      }
      assertThat(handled.stream().filter(it -> it.startsWith("Order#a ")).toList())
          .isEqualTo(committed.stream().filter(it -> it.startsWith("Order#a ")).toList());
    }
  }

  @Test
  void whatAHandlerRaisesIsHandledToo() {
    List<String> notified = Collections.synchronizedList(new ArrayList<>());
    Inbox inbox =
        Inbox.builder(client)
            .table(orders)
            .consumer("order-totals")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT))
            .outbox(outbox)
            .build();
    EventRouter raising =
        EventRouter.builder()
            .on(
                "OrderPlaced",
                OrderPlaced.class,
                (order, event, tx) ->
                    tx.events(
                        Aggregate.of("Customer", order.customer()).at(1),
                        Event.of("CustomerSpent", new Spent(order.total()))))
            .on("CustomerSpent", Spent.class, (spent, event, tx) -> notified.add(event.id()))
            .build();
    try (TestRelay relay = TestRelay.of(client, orders).to(inbox, raising).start()) {
      place("1", 1, 12);
      relay.awaitHandled();

      assertThat(notified).isNotEmpty();
      assertThat(inbox.parked("/shop/orders", new AggregateKey("Order", "1"))).isEmpty();
    }
  }

  @Test
  void aQueueGetsWhatTheTargetSends() {
    try (LocalSqs queues = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(queues.endpoint())) {
      ReaderQueue queue = ReaderQueue.create(sqs, "orders");
      try (TestRelay relay = TestRelay.of(client, orders).toQueue(sqs, "orders").start()) {
        place("1", 1, 12);
        relay.awaitHandled();

        var message = queue.receive(20).get(0);
        assertThat(Envelopes.sqs(message.body(), Map.of()).aggregate())
            .contains(new AggregateKey("Order", "1"));
      }
    }
  }

  @Test
  void aConsumerThatFailsOnceIsCalledAgain() {
    AtomicInteger calls = new AtomicInteger();
    try (TestRelay relay =
        TestRelay.of(client, orders)
            .to(
                event -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("not yet");
                  }
                })
            .start()) {
      place("1", 1, 12);
      relay.awaitHandled();

      assertThat(calls).hasValue(2);
    }
  }

  @Test
  void aConsumerThatFailsForEverEndsTheWaitWithItsFailure() {
    AssertionError broken = new AssertionError("broken");
    AtomicInteger calls = new AtomicInteger();
    try (TestRelay relay =
        TestRelay.of(client, orders)
            .to(
                event -> {
                  calls.incrementAndGet();
                  throw broken;
                })
            .start()) {
      place("1", 1, 12);
      assertThatThrownBy(relay::awaitHandled)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("the relay has halted, 1 of 1 committed records are not handled")
          .hasMessageContaining("OUTBOX#Order#1 / 0000000000000000001")
          .hasMessageContaining("rejected: AssertionError: broken of event")
          .hasMessageNotContaining("customer")
          .hasCause(broken);
      assertThat(calls).hasValue(TestRelay.ATTEMPTS);
    }
  }

  @Test
  void theWaitHasALimitAndNamesWhatIsLeft() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (TestRelay relay =
        TestRelay.of(client, orders)
            .to(
                event -> {
                  try {
                    release.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                })
            .start()) {
      place("1", 1, 12);
      assertThatThrownBy(() -> relay.awaitHandled(Duration.ofMillis(50)))
          .isInstanceOf(AssertionError.class)
          .hasMessageStartingWith("after 50 ms, 1 of 1 committed records are not handled: OUTBOX#");
      release.countDown();
      relay.awaitHandled();
    }
  }

  @Test
  void saysWhatIsMissingBeforeItStarts() {
    TestTable.named("no-stream-" + orders).create(client);
    client.updateTable(
        it ->
            it.tableName("no-stream-" + orders)
                .streamSpecification(stream -> stream.streamEnabled(false)));
    assertThatIllegalStateException()
        .isThrownBy(() -> TestRelay.of(client, "no-stream-" + orders).to(event -> {}).start())
        .withMessageContaining("has no stream of new images: create it with TestTable");
    assertThatIllegalStateException()
        .isThrownBy(() -> TestRelay.of(client, orders).start())
        .withMessageContaining("call to(...) or toQueue(...)");
  }
}
