package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.eventbridge.model.EventBridgeException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;

/** What the logs witness. */
class AcceptanceLogIT {
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T10:00:00Z"));
  private final StubClients aws = new StubClients(AwsStub.builder().clock(clock).start());
  private final AwsStub stub = aws.stub();

  @AfterEach
  void stop() {
    aws.close();
  }

  private static PutEventsRequestEntry event(String bus, int n) {
    return PutEventsRequestEntry.builder()
        .eventBusName(bus)
        .source("/shop/orders")
        .detailType("OrderPlaced")
        .detail("{\"n\": " + n + "}")
        .resources("order/" + n)
        .build();
  }

  @Test
  void eventsAreInOrderOfAcceptanceAndAsTheyWereSent() {
    aws.eventBridge().createEventBus(r -> r.name("orders"));

    aws.eventBridge().putEvents(r -> r.entries(event("orders", 1), event("default", 2)));
    aws.eventBridge()
        .putEvents(
            r ->
                r.entries(
                    event("orders", 3).toBuilder()
                        .time(Instant.parse("2026-11-20T00:00:00Z"))
                        .traceHeader("Root=1")
                        .build()));

    List<AcceptedEvent> all = stub.eventBridge().accepted();
    assertThat(all).extracting(AcceptedEvent::ordinal).containsExactly(1L, 2L, 3L);
    assertThat(all)
        .extracting(AcceptedEvent::target)
        .containsExactly("orders", "default", "orders");
    AcceptedEvent last = all.get(2);
    assertThat(last.body()).isEqualTo("{\"n\": 3}");
    assertThat(last.source()).isEqualTo("/shop/orders");
    assertThat(last.detailType()).isEqualTo("OrderPlaced");
    assertThat(last.time()).isEqualTo("2026-11-20T00:00:00Z");
    assertThat(last.resources()).containsExactly("order/3");
    assertThat(last.traceHeader()).contains("Root=1");
    assertThat(last.acceptedAt()).isEqualTo(clock.instant());
    assertThat(all.get(0).time()).isEqualTo(clock.instant());
    assertThat(stub.eventBridge().accepted("orders")).containsExactly(all.get(0), all.get(2));
    assertThat(stub.eventBridge().acceptedAfter(1)).containsExactly(all.get(1), all.get(2));
    assertThat(stub.eventBridge().acceptedAfter(3)).isEmpty();
  }

  @Test
  void eventsForAMissingBusAreDiscarded() {
    aws.eventBridge().putEvents(r -> r.entries(event("missing", 1)));

    assertThat(stub.eventBridge().count()).isZero();
    assertThat(stub.eventBridge().discarded())
        .extracting(AcceptedEvent::target)
        .containsExactly("missing");
  }

  @Test
  void messagesKeepTheirKeysAndAttributes() {
    String topic = fifoTopic();

    aws.sns()
        .publish(
            r ->
                r.topicArn(topic)
                    .message("text")
                    .subject("subject")
                    .messageGroupId("Order#1")
                    .messageDeduplicationId("id-1")
                    .messageAttributes(
                        Map.of(
                            "ce_type",
                            MessageAttributeValue.builder()
                                .dataType("String")
                                .stringValue("OrderPlaced")
                                .build())));

    AcceptedMessage message = stub.sns().accepted("billing.fifo").get(0);
    assertThat(message.body()).isEqualTo("text");
    assertThat(message.subject()).contains("subject");
    assertThat(message.groupId()).contains("Order#1");
    assertThat(message.deduplicationId()).contains("id-1");
    assertThat(message.attributes())
        .containsEntry("ce_type", new MessageAttribute("String", "OrderPlaced"));
  }

  private String fifoTopic() {
    return aws.sns()
        .createTopic(r -> r.name("billing.fifo").attributes(Map.of("FifoTopic", "true")))
        .topicArn();
  }

  private String publish(String topic, String message, String deduplicationId) {
    return aws.sns()
        .publish(
            r ->
                r.topicArn(topic)
                    .message(message)
                    .messageGroupId("g")
                    .messageDeduplicationId(deduplicationId))
        .messageId();
  }

  @Test
  void duplicatesOfAFifoTopicAreDiscardedForFiveMinutes() {
    String topic = fifoTopic();

    String first = publish(topic, "1", "id");
    clock.advance(Duration.ofSeconds(299));
    String second = publish(topic, "2", "id");
    clock.advance(Duration.ofSeconds(1));
    publish(topic, "3", "id");

    assertThat(second).isEqualTo(first);
    assertThat(stub.sns().accepted()).extracting(AcceptedMessage::body).containsExactly("1", "3");
    assertThat(stub.sns().discarded()).extracting(AcceptedMessage::body).containsExactly("2");
  }

  @Test
  void recordsKeepBytesKeyAndPlace() {
    aws.kinesis().createStream(r -> r.streamName("audit").shardCount(3));

    List<String> numbers =
        aws
            .kinesis()
            .putRecords(
                r ->
                    r.streamName("audit")
                        .records(
                            LongStream.range(0, 20)
                                .mapToObj(
                                    i ->
                                        PutRecordsRequestEntry.builder()
                                            .partitionKey("k" + i)
                                            .data(SdkBytes.fromUtf8String("ä" + i))
                                            .build())
                                .toList()))
            .records()
            .stream()
            .map(record -> record.sequenceNumber())
            .toList();

    List<AcceptedRecord> records = stub.kinesis().accepted("audit");
    assertThat(records).extracting(AcceptedRecord::sequenceNumber).isEqualTo(numbers);
    assertThat(records).extracting(AcceptedRecord::id).isEqualTo(numbers);
    assertThat(records)
        .extracting(AcceptedRecord::ordinal)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 20).boxed().toList());
    assertThat(records.get(7).partitionKey()).isEqualTo("k7");
    assertThat(records.get(7).body()).isEqualTo("ä7");
    assertThat(records.get(7).data().asByteArray())
        .isEqualTo("ä7".getBytes(StandardCharsets.UTF_8));
    assertThat(records).extracting(AcceptedRecord::shardId).contains("shardId-000000000002");
    assertThat(records.toString()).doesNotContain("ä");
  }

  @Test
  void logsOutliveTheirTargetsAndTheStub() {
    String topic = aws.sns().createTopic(r -> r.name("gone")).topicArn();
    aws.sns().publish(r -> r.topicArn(topic).message("m"));
    aws.sns().deleteTopic(r -> r.topicArn(topic));
    stub.close();

    assertThat(stub.sns().accepted("gone")).hasSize(1);
  }

  @Test
  void concurrentRequestsAreAllCountedOnce() throws Exception {
    int threads = 8;
    int requests = 40;
    stub.faults().inject(When.on(Service.EVENTBRIDGE).probability(0.2), Fault.throttle());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> accepted = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        accepted.add(pool.submit(() -> putEvents(requests)));
      }
      long total = 0;
      for (Future<Integer> count : accepted) {
        total += count.get(60, TimeUnit.SECONDS);
      }

      assertThat(total).isBetween(1L, 2L * threads * requests - 1);
      assertThat(stub.eventBridge().accepted())
          .extracting(AcceptedEvent::ordinal)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, total).boxed().toList());
    } finally {
      pool.shutdownNow();
    }
  }

  /** Sends so many requests of two events; tells how many events were accepted. */
  private int putEvents(int requests) {
    int accepted = 0;
    for (int i = 0; i < requests; i++) {
      try {
        aws.eventBridge().putEvents(r -> r.entries(event("default", 1), event("default", 2)));
        accepted += 2;
      } catch (EventBridgeException e) {
        assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ThrottlingException");
      }
    }
    return accepted;
  }
}
