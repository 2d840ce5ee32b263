package io.github.dynamooutbox.testrelay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.readback.ReaderQueue;
import io.github.dynamooutbox.localaws.stub.SqsQueueDelivery;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.writer.Event;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** The forms of test events beside what the relay's targets send and local services deliver. */
@Tag("full")
class DeliveredFormsIT {
  private static final JsonMapper JSON = new JsonMapper();

  /** What the services invent, each time anew. */
  private static final List<String> INVENTED =
      List.of(
          "id",
          "MessageId",
          "SequenceNumber",
          "TopicArn",
          "Timestamp",
          "UnsubscribeURL",
          "aws:EventId",
          "aws:SequenceNumber",
          // Of the bus's ARN.
          "DeduplicationId");

  private static LocalSqs queues;
  private static SqsClient sqs;
  private static AwsStub stub;

  @BeforeAll
  static void start() {
    queues = LocalSqs.start();
    sqs = LocalClients.sqs(queues.endpoint());
    stub = AwsStub.builder().queues(SqsQueueDelivery.to(sqs)).start();
  }

  @AfterAll
  static void stop() {
    stub.close();
    sqs.close();
    queues.close();
  }

  private record Host(Map<Class<?>, AutoCloseable> open) implements TargetHost {
    @Override
    public String table() {
      return TestCommit.TABLE;
    }

    @Override
    public Executor executor() {
      return Runnable::run;
    }

    @Override
    public InstantSource clock() {
      return InstantSource.system();
    }

    @Override
    public Duration callTimeout() {
      return Duration.ofSeconds(60);
    }

    @Override
    public <
            C extends SdkAutoCloseable,
            B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
        C client(Class<C> type, Supplier<B> builder) {
      URI endpoint = type == SqsClient.class ? queues.endpoint() : stub.endpoint();
      C client = LocalClients.configure(builder.get(), endpoint).build();
      open.put(type, client);
      return client;
    }

    @Override
    public <E extends Entry> CompletableFuture<BatchOutcome> call(
        List<E> entries, BlockingRequest<E> request) {
      throw new UnsupportedOperationException("a call");
    }
  }

  private static <E extends Entry> BatchOutcome publish(OpenTarget<E> target, TestEvents event) {
    return target
        .publish(List.of(SentRequest.prepared(target, event.committed())))
        .toCompletableFuture()
        .join();
  }

  /** Has the real target send the event. */
  private static void send(String target, String form, TestEvents event) throws Exception {
    Host host = new Host(new HashMap<>());
    TargetConfig config =
        RelayConfig.parse(
                """
                {"table":{"name":"%s"},"routes":[{"to":["t"]}],
                 "targets":{"t":{%s,"envelope":"%s"}}}
                """
                    .formatted(TestCommit.TABLE, target, form))
            .targets()
            .get(0);
    try (var open = config.open(host)) {
      assertThat(publish(open, event)).isEqualTo(BatchOutcome.all(1, Published.INSTANCE));
    } finally {
      for (AutoCloseable client : host.open().values()) {
        client.close();
      }
    }
  }

  private static void assertArrives(ReaderQueue queue, TestMessage expected) throws Exception {
    Message message = queue.drain(1).get(0);
    Map<String, String> attributes = new HashMap<>();
    message.messageAttributes().forEach((name, value) -> attributes.put(name, value.stringValue()));
    assertThat(attributes).isEqualTo(expected.attributes());
    assertThat(comparable(message.body())).isEqualTo(comparable(expected.body()));
  }

  private static JsonNode comparable(String body) throws Exception {
    if (!body.startsWith("{")) {
      return TextNode.valueOf(body);
    }
    JsonNode json = JSON.readTree(body);
    withoutInvented(json);
    withoutInvented(json.path("SystemMetadata"));
    return json;
  }

  private static void withoutInvented(JsonNode json) {
    if (json instanceof ObjectNode members && !members.has("specversion")) {
      INVENTED.forEach(
          name -> {
            if (members.has(name)) {
              members.put(name, "invented");
            }
          });
    }
  }

  private static TestEvents event(Event event) {
    return TestEvents.of(event)
        .aggregate("Order", "1#\u00e4")
        .sequence(3)
        .header("channel", "web")
        .transaction(it -> it.tenant("t-1").user("u-1").correlationId("c-1").causationId("m-1"));
  }

  private static void eachForm(
      String target, ReaderQueue queue, Function<TestEvents, TestMessage> form) throws Exception {
    for (TestEvents event :
        List.of(
            event(Event.ofJson("OrderPlaced", "{\"a\": 1.5, \"b\":\"\\u0001\"}")),
            event(Event.ofText("OrderPlaced", "text", "text/plain")),
            event(Event.ofBytes("OrderPlaced", new byte[] {0, -1, 7}, "image/png")))) {
      send(target, "cloudevent", event);
      assertArrives(queue, form.apply(event));
      if (!target.contains("busName")) {
        TestEvents bare = event.header("form", "bare").bare();
        send(target, "data", bare);
        assertArrives(queue, form.apply(bare));
      }
    }
  }

  @Test
  void queue() throws Exception {
    ReaderQueue queue = ReaderQueue.create(sqs, "direct");
    eachForm("\"type\":\"sqs\",\"queueName\":\"direct\"", queue, TestEvents::sqs);
  }

  @Test
  void topic() throws Exception {
    try (SnsClient sns = LocalClients.configure(SnsClient.builder(), stub.endpoint()).build()) {
      for (boolean raw : new boolean[] {true, false}) {
        ReaderQueue queue = ReaderQueue.create(sqs, "behind-topic-" + raw);
        String topic = sns.createTopic(it -> it.name("topic-" + raw)).topicArn();
        sns.subscribe(
            it ->
                it.topicArn(topic)
                    .protocol("sqs")
                    .endpoint(queue.arn())
                    .attributes(Map.of("RawMessageDelivery", Boolean.toString(raw))));
        eachForm(
            "\"type\":\"sns\",\"topicArn\":\"" + topic + '"',
            queue,
            raw ? TestEvents::snsRaw : TestEvents::snsWrapped);
      }
    }
  }

  @Test
  void bus() throws Exception {
    try (EventBridgeClient events =
        LocalClients.configure(EventBridgeClient.builder(), stub.endpoint()).build()) {
      ReaderQueue queue = ReaderQueue.create(sqs, "behind-bus");
      events.createEventBus(it -> it.name("bus"));
      events.putRule(
          it ->
              it.eventBusName("bus").name("all").eventPattern("{\"source\":[{\"prefix\":\"\"}]}"));
      events.putTargets(
          it ->
              it.eventBusName("bus")
                  .rule("all")
                  .targets(Target.builder().id("1").arn(queue.arn()).build()));
      eachForm("\"type\":\"eventbridge\",\"busName\":\"bus\"", queue, TestEvents::eventBridge);
    }
  }

  @Test
  void customBus() throws Exception {
    ReaderQueue queue = ReaderQueue.create(sqs, "behind-custom-bus");
    String bus = stub.customBuses().create("custom", Duration.ofDays(1));
    stub.customBuses().subscribe(bus, queue.arn(), true, true);
    eachForm(
        "\"type\":\"eventbridgev2\",\"api\":\"raw\",\"busArn\":\"" + bus + '"',
        queue,
        TestEvents::customBus);
  }

  @Test
  void stream() throws Exception {
    try (KinesisClient kinesis =
        LocalClients.configure(KinesisClient.builder(), stub.endpoint()).build()) {
      kinesis.createStream(it -> it.streamName("stream").shardCount(1));
      TestEvents event = event(Event.ofJson("OrderPlaced", "{\"a\": 1.5}"));
      send("\"type\":\"kinesis\",\"streamName\":\"stream\"", "cloudevent", event);
      var record = stub.kinesis().accepted().get(0);
      assertThat(record.data().asByteArray()).isEqualTo(event.kinesis().value());
      assertThat(record.partitionKey()).isEqualTo(event.kinesis().key());
    }
  }
}
