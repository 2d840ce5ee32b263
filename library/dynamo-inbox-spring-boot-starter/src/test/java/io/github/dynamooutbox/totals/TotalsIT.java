package io.github.dynamooutbox.totals;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.listener.InboxCustomizer;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Outbox;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The guide's consumer, on queues and a table. */
class TotalsIT {
  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("totals"));

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final Queue<ReceiverContext<?>> OBSERVED = new ConcurrentLinkedQueue<>();

  private static final InboxCustomizer QUICK =
      new InboxCustomizer() {
        @Override
        public void customize(String consumer, SqsContainerOptionsBuilder polling) {
          polling.pollTimeout(Duration.ofSeconds(1)).acknowledgementInterval(Duration.ofMillis(50));
        }
      };

  private static LocalSqs server;
  private static SqsClient sqs;
  private static ConfigurableApplicationContext totals;

  @BeforeAll
  static void start() {
    server = LocalSqs.start();
    sqs = LocalClients.sqs(server.endpoint());
    for (String queue : List.of("totals", "totals-dead", "welcome", "history.fifo")) {
      Map<QueueAttributeName, String> attributes = new TreeMap<>();
      attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, "2");
      if (queue.endsWith(".fifo")) {
        attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
      }
      sqs.createQueue(create -> create.queueName(queue).attributes(attributes));
    }
    totals = application();
  }

  @AfterAll
  static void stop() {
    totals.close();
    sqs.close();
    server.close();
  }

  @Test
  void handlesAnEventOnceHoweverOftenItIsDelivered() {
    String placed = event("e1", "OrderPlaced", "1", 1, "c1", 7);
    send("totals", "", placed);
    send("totals", "", placed);
    send("totals", "", event("e2", "OrderPlaced", "2", 1, "c1", 5));

    until(() -> isEmpty("totals"));
    assertThat(item("CUSTOMER#c1").get("spent").n()).isEqualTo("12");
  }

  @Test
  void storesWhatNoDeliveryHelpsAmongTheDeadLetters() {
    send("totals", "", "no event");
    send("totals", "", event("e3", "Unknown", "3", 1, "c3", 7));
    send("totals", "", event("e4", "OrderPlaced", "4", 1, "c4", 7));

    List<Message> dead = new ArrayList<>();
    until(
        () -> {
          dead.addAll(receive("totals-dead"));
          return dead.stream().map(Message::body).distinct().count() >= 2;
        });
    assertThat(dead)
        .extracting(Message::body)
        .anyMatch("no event"::equals)
        .anyMatch(body -> body.contains("e3"));
    assertThat(dead)
        .allMatch(
            each -> each.messageAttributes().get("outboxfailure").stringValue().equals("UNUSABLE"));
    until(() -> isEmpty("totals") && !item("CUSTOMER#c4").isEmpty());
  }

  @Test
  void letsAFailedMessageHoldUpItsOwnGroupOnly() {
    TotalsApplication.History history = totals.getBean(TotalsApplication.History.class);
    history.failing.add("a");
    send("history.fifo", "a", event("a1", "OrderPlaced", "a", 1, "c", 7));
    send("history.fifo", "a", event("a2", "OrderChanged", "a", 2, "c", 7));
    // Of this group the second arrives first, and is parked.
    send("history.fifo", "b", event("b2", "OrderChanged", "b", 2, "c", 7));
    send("history.fifo", "b", event("b1", "OrderPlaced", "b", 1, "c", 7));

    until(() -> !item("HISTORY#b2").isEmpty());
    assertThat(item("HISTORY#a1")).isEmpty();
    assertThat(isEmpty("history.fifo")).isFalse();

    history.failing.clear();
    until(() -> isEmpty("history.fifo"));
    assertThat(history.handled).containsSubsequence("a1", "a2").containsSubsequence("b1", "b2");
    assertThat(item("HISTORY#a2")).isNotEmpty();
  }

  @Test
  void writesWhatAHandlerReturnsAndRaisesInOneTransactionAndObservesItInItsTrace() {
    send("welcome", "", event("w0", "Ignored", "w0", 1, "c", 7));
    send("welcome", "", event("w1", "CustomerCreated", "w1", 1, "c", 7));

    until(() -> isEmpty("welcome"));
    assertThat(item("WELCOME")).isNotEmpty();
    Map<String, AttributeValue> raised =
        DYNAMODB.client().scan(scan -> scan.tableName("totals")).items().stream()
            .filter(each -> each.get("PK").s().equals("OUTBOX#Welcome#w1"))
            .findFirst()
            .orElseThrow();
    assertThat(raised.get("traceparent").s()).isEqualTo(PARENT);
    assertThat(raised.get("causationId").s()).isEqualTo("w1");
    assertThat(OBSERVED)
        .anySatisfy(
            context -> {
              assertThat(context.getName()).isEqualTo("outbox.listener");
              assertThat(parent(context)).isEqualTo(PARENT);
              assertThat(context.getHighCardinalityKeyValue("event.id").getValue()).isEqualTo("w1");
              assertThat(context.getLowCardinalityKeyValue("consumer").getValue())
                  .isEqualTo("welcome");
              assertThat(context.getLowCardinalityKeyValue("result").getValue())
                  .isEqualTo("Handled");
            });
  }

  private static <C> String parent(ReceiverContext<C> context) {
    return context.getGetter().get(context.getCarrier(), "traceparent");
  }

  private static String event(
      String id, String type, String order, int version, String customer, int total) {
    return Envelopes.toCloudEvent(
        ReceivedEvent.of(
            Map.of(
                "id",
                id,
                "source",
                "/shop/orders",
                "type",
                type,
                "datacontenttype",
                "application/json",
                "partitionkey",
                "Order#" + order,
                "sequence",
                new EventPosition(version, 0, 1).sequence(),
                "sequencecount",
                "1",
                "traceparent",
                PARENT),
            Payload.of(
                "{\"orderId\":\"%s\",\"customer\":\"%s\",\"total\":%d}"
                    .formatted(order, customer, total))));
  }

  private static String url(String queue) {
    return sqs.getQueueUrl(get -> get.queueName(queue)).queueUrl();
  }

  private static void send(String queue, String group, String body) {
    sqs.sendMessage(
        message -> {
          message.queueUrl(url(queue)).messageBody(body);
          if (!group.isEmpty()) {
            message
                .messageGroupId(group)
                .messageDeduplicationId(Integer.toHexString(body.hashCode()));
          }
        });
  }

  private static List<Message> receive(String queue) {
    List<Message> received =
        sqs.receiveMessage(
                receive ->
                    receive
                        .queueUrl(url(queue))
                        .maxNumberOfMessages(10)
                        .messageAttributeNames("All"))
            .messages();
    received.forEach(
        each ->
            sqs.deleteMessage(
                delete -> delete.queueUrl(url(queue)).receiptHandle(each.receiptHandle())));
    return received;
  }

  private static boolean isEmpty(String queue) {
    return sqs
        .getQueueAttributes(get -> get.queueUrl(url(queue)).attributeNames(QueueAttributeName.ALL))
        .attributes()
        .entrySet()
        .stream()
        .filter(it -> it.getKey().toString().startsWith("ApproximateNumberOfMessages"))
        .allMatch(it -> it.getValue().equals("0"));
  }

  private static Map<String, AttributeValue> item(String partition) {
    return DYNAMODB
        .client()
        .getItem(
            get ->
                get.tableName("totals").key(TotalsApplication.key(partition)).consistentRead(true))
        .item();
  }

  private static void until(BooleanSupplier holds) {
    Instant bound = Instant.now().plus(BOUND);
    while (!holds.getAsBoolean()) {
      assertThat(Instant.now()).as("waited " + BOUND).isBefore(bound);
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static ConfigurableApplicationContext application() {
    SpringApplication application = new SpringApplication(TotalsApplication.class);
    application.setDefaultProperties(
        Map.of(
            "dynamo-inbox.table",
            "totals",
            "queues.history",
            "history.fifo",
            // Beans with listeners are made all the same.
            "spring.main.lazy-initialization",
            "true"));
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(
            new ObservationHandler<ReceiverContext<?>>() {
              @Override
              public void onStop(ReceiverContext<?> context) {
                OBSERVED.add(context);
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return context instanceof ReceiverContext;
              }
            });
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(
              DynamoDbClient.class,
              DYNAMODB::client,
              definition -> definition.setDestroyMethodName(""));
          beans.registerBean(SqsAsyncClient.class, TotalsIT::asyncClient);
          beans.registerBean(InboxCustomizer.class, () -> QUICK);
          beans.registerBean(ObservationRegistry.class, () -> observations);
          beans.registerBean(
              Outbox.class,
              () -> Outbox.builder(DYNAMODB.client()).table("totals").source("/totals").build());
        });
    return application.run();
  }

  private static SqsAsyncClient asyncClient() {
    return SqsAsyncClient.builder()
        .endpointOverride(server.endpoint())
        .region(LocalClients.REGION)
        .credentialsProvider(LocalClients.credentials())
        .checksumValidationEnabled(false)
        .build();
  }
}
