package io.github.dynamooutbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import io.github.dynamooutbox.inbox.lambda.FailureKind;
import io.github.dynamooutbox.inbox.lambda.LambdaEvents;
import io.github.dynamooutbox.inbox.router.EventRouter;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What README and guide show, compiled and run. */
class ConsumerGuideTest {
  record OrderPlaced(String orderId, String customer, int total) {}

  record OrderCancelled(String orderId) {}

  private final TableFake dynamoDbClient = new TableFake();

  private static ReceivedEvent placed(long version) {
    Map<String, String> attributes =
        new TreeMap<>(Events.at(Events.order("42"), version).attributes());
    return ReceivedEvent.of(
        attributes, Payload.of("{\"orderId\":\"42\",\"customer\":\"c1\",\"total\":12,\"new\":1}"));
  }

  private static String body(ReceivedEvent event) {
    StringBuilder json = new StringBuilder("{\"specversion\":\"1.0\"");
    event
        .attributes()
        .forEach((name, value) -> json.append(",\"%s\":\"%s\"".formatted(name, value)));
    return json + ",\"data\":" + new String(event.data().toBytes(), UTF_8) + "}";
  }

  @Test
  void readmeShowsAProjection() {
    String body = body(placed(1));
    Map<String, String> messageAttributes = Map.of();
    List<String> acknowledged = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      // snippet:start inbox
      Inbox inbox = Inbox.builder(dynamoDbClient).table("totals").consumer("order-totals").build();
      EventRouter router =
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
                                      Map.of(":total", number(order.total())))))
              .build();

      ReceivedEvent event = Envelopes.sqs(body, messageAttributes);
      HandleResult result = inbox.handle(event, router);
      if (result.isFinished()) {
        acknowledged.add(event.id());
      }
      // snippet:end
    }

    assertThat(dynamoDbClient.item(key("CUSTOMER#c1"))).containsEntry("spent", number(12));
    assertThat(acknowledged).hasSize(3);
  }

  @Test
  void guideShowsAnAsynchronousInbox() throws Exception {
    interface Customers {
      CompletableFuture<Map<String, AttributeValue>> load(ReceivedEvent event);
    }
    Inbox inbox = Inbox.builder(dynamoDbClient).table("totals").consumer("customers").build();
    ReceivedEvent event = placed(1);
    Map<String, AttributeValue> loaded = new HashMap<>(key("CUSTOMER#c1"));
    loaded.put("name", AttributeValue.fromS("ann"));
    Customers customers = unused -> CompletableFuture.completedFuture(loaded);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      // snippet:start async
      AsyncInbox async = AsyncInbox.of(inbox, executor);
      CompletableFuture<Boolean> finished =
          async
              .handleAsync(
                  event,
                  (same, tx) -> customers.load(same).thenAccept(customer -> tx.put(customer)))
              .thenApply(HandleResult::isFinished);
      // snippet:end

      assertThat(finished.get(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      executor.shutdownNow();
    }
    assertThat(dynamoDbClient.item(key("CUSTOMER#c1"))).isEqualTo(loaded);
  }

  @Test
  void guideShowsAnOrderGuard() {
    // snippet:start guard
    Inbox inbox =
        Inbox.builder(dynamoDbClient)
            .table("totals")
            .consumer("order-totals")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT))
            .build();
    // snippet:end

    assertThat(inbox.handle(placed(2), tx -> {})).isInstanceOf(HandleResult.Waiting.class);
    // snippet:start skip
    inbox.skip("/shop/orders", new AggregateKey("Order", "42"), 1);
    // snippet:end
    assertThat(inbox.handle(placed(2), tx -> {}).isFinished()).isTrue();
  }

  @Test
  void guideShowsParking() {
    Inbox inbox =
        Inbox.builder(dynamoDbClient)
            .table("totals")
            .consumer("order-totals")
            // snippet:start park
            .order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK))
            // snippet:end
            .build();
    Effects handler = new Effects(dynamoDbClient, "totals", "order-totals");
    inbox.handle(placed(3), handler);
    inbox.skip("/shop/orders", new AggregateKey("Order", "42"), 2);

    // snippet:start resume
    Resumed resumed = inbox.resume("/shop/orders", new AggregateKey("Order", "42"), handler);
    // snippet:end

    assertThat(resumed).isEqualTo(new Resumed(1, 0));
    assertThat(handler.times(placed(3))).isEqualTo(1);
  }

  @Test
  void guideShowsACursorAlone() {
    Inbox inbox =
        Inbox.builder(dynamoDbClient)
            .table("totals")
            .consumer("order-totals")
            // snippet:start cursor
            .orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK))
            // snippet:end
            .build();
    inbox.handle(placed(1), tx -> {});
    assertThat(inbox.handle(placed(1), tx -> {}))
        .isEqualTo(new HandleResult.AlreadyHandled(HandleResult.Proof.CURSOR, false));
  }

  @Test
  void guideShowsAConsumerThatRaisesEvents() {
    int version = 1;
    // snippet:start produce
    Outbox outbox = Outbox.builder(dynamoDbClient).table("totals").source("/shop/totals").build();
    Inbox inbox =
        Inbox.builder(dynamoDbClient)
            .table("totals")
            .consumer("order-totals")
            .outbox(outbox)
            .build();

    inbox.handle(
        placed(1),
        tx ->
            tx.put(Map.of("PK", text("CUSTOMER#c1"), "SK", text("CUSTOMER"), "spent", number(12)))
                .events(
                    Aggregate.of("Customer", "c1").at(version),
                    Event.of("CustomerSpent", Map.of("total", 12))));
    // snippet:end

    Map<String, AttributeValue> record =
        dynamoDbClient.item(
            Map.of("PK", text("OUTBOX#Customer#c1"), "SK", text("0000000000000000001")));
    assertThat(record).containsEntry("causationId", text(placed(1).id()));
  }

  @Test
  void guideShowsUpcasters() {
    List<Object> read = new ArrayList<>();
    EventRouter router =
        // snippet:start router
        EventRouter.builder()
            .on("OrderPlaced", OrderPlaced.class, (order, event, tx) -> read.add(order))
            .on("OrderCancelled", OrderCancelled.class, (order, event, tx) -> read.add(order))
            .upcast(
                "OrderPlaced.v1",
                "OrderPlaced",
                json -> ((ObjectNode) json).put("customer", "unknown"))
            .ignore("OrderViewed")
            .build();
    // snippet:end

    Map<String, String> attributes = new TreeMap<>(placed(1).attributes());
    attributes.put("type", "OrderPlaced.v1");
    router.handle(
        ReceivedEvent.of(attributes, Payload.of("{\"orderId\":\"42\",\"total\":12}")), null);
    assertThat(read).containsExactly(new OrderPlaced("42", "unknown", 12));
  }

  @Test
  void guideShowsAServiceThatIsCalled() {
    Inbox inbox = Inbox.builder(dynamoDbClient).table("totals").consumer("mails").build();
    List<String> mails = new ArrayList<>();
    ReceivedEvent event = placed(1);

    // snippet:start lease
    HandleResult result =
        inbox.handleAtLeastOnce(event, Duration.ofMinutes(2), each -> mails.add(each.id()));
    // snippet:end

    assertThat(result.isFinished()).isTrue();
    assertThat(mails).containsExactly(event.id());
  }

  @Test
  void guideShowsABatch() throws IOException {
    Inbox inbox = Inbox.builder(dynamoDbClient).table("totals").consumer("batches").build();
    List<String> logged = new ArrayList<>();
    List<Payload> deadLetters = new ArrayList<>();
    EventRouter router =
        EventRouter.builder().on("OrderPlaced", OrderPlaced.class, (o, e, tx) -> {}).build();
    // snippet:start lambda
    final class Totals implements RequestStreamHandler {
      private final BatchAdapter batch =
          BatchAdapter.of(BatchSource.SQS, inbox, router)
              .onFailure(
                  failed -> {
                    logged.add(failed.toString());
                    if (failed.kind() != FailureKind.UNUSABLE) {
                      return Decision.DELIVER_AGAIN;
                    }
                    deadLetters.add(failed.body());
                    return Decision.ACKNOWLEDGE;
                  })
              .build();

      @Override
      public void handleRequest(InputStream event, OutputStream answer, Context context)
          throws IOException {
        batch.handle(event, answer, context::getRemainingTimeInMillis);
      }
    }
    // snippet:end

    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    new Totals()
        .handleRequest(
            new ByteArrayInputStream(
                new LambdaEvents().sqs("m1", body(placed(1))).sqs("m2", "no event").toJson()),
            answer,
            minuteLeft());
    assertThat(answer.toString(UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(deadLetters).containsExactly(Payload.of("no event"));
    assertThat(logged).singleElement().asString().startsWith("message m2 is not finished");
  }

  private static Context minuteLeft() {
    return (Context)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) -> 60_000);
  }

  private static Map<String, AttributeValue> key(String partition) {
    return Map.of("PK", text(partition), "SK", text("-"));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
