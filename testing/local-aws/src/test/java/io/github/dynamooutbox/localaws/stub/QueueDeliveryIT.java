package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.AwsStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sns.model.InvalidParameterException;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;

/** The way from targets to queues, with a delivery of the test's own. */
class QueueDeliveryIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String QUEUE = "arn:aws:sqs:us-east-1:000000000000:queue";

  private record Delivered(String queueArn, QueueMessage message) {}

  private final List<Delivered> delivered = Collections.synchronizedList(new ArrayList<>());

  private static StubClients stubWith(QueueDelivery delivery) {
    return new StubClients(AwsStub.builder().queues(delivery).start());
  }

  private List<QueueMessage> take(String arn, List<QueueMessage> messages) {
    assertThat(messages).hasSizeBetween(1, 10);
    messages.forEach(message -> delivered.add(new Delivered(arn, message)));
    return List.of();
  }

  private static Delivered plain(String body) {
    return new Delivered(
        QUEUE, new QueueMessage(body, Map.of(), Optional.empty(), Optional.empty()));
  }

  private static String subscribedTopic(StubClients aws, String raw) {
    String topic = aws.sns().createTopic(r -> r.name("topic")).topicArn();
    aws.sns()
        .subscribe(
            r ->
                r.topicArn(topic)
                    .protocol("sqs")
                    .endpoint(QUEUE)
                    .attributes(Map.of("RawMessageDelivery", raw)));
    return topic;
  }

  @Test
  void aQueueGetsEverythingInOrderOfAcceptance() throws Exception {
    try (StubClients aws = stubWith(this::take)) {
      String topic = subscribedTopic(aws, "true");
      for (int i = 0; i < 100; i++) {
        String message = "m" + i;
        MessageAttributeValue number =
            MessageAttributeValue.builder().dataType("Number").stringValue("" + i).build();
        aws.sns()
            .publish(
                r ->
                    r.topicArn(topic).message(message).messageAttributes(Map.of("number", number)));
      }

      assertThat(aws.stub().awaitDeliveries(PATIENCE)).isTrue();
      assertThat(delivered)
          .containsExactlyElementsOf(
              aws.stub().sns().accepted().stream().map(QueueDeliveryIT::raw).toList())
          .hasSize(100);
      assertThat(delivered)
          .extracting(each -> each.message().attributes().keySet())
          .containsOnly(Set.of("number"));
    }
  }

  private static Delivered raw(AcceptedMessage accepted) {
    return new Delivered(
        QUEUE,
        new QueueMessage(
            accepted.body(), accepted.attributes(), Optional.empty(), Optional.empty()));
  }

  @Test
  void whatAQueueDoesNotTakeIsTriedAgain() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    QueueDelivery moody =
        (arn, messages) -> {
          int call = calls.incrementAndGet();
          if (call == 1) {
            throw new IllegalStateException("not now");
          }
          return call == 2 ? messages : take(arn, messages);
        };
    try (StubClients aws = stubWith(moody)) {
      String topic = subscribedTopic(aws, "true");
      aws.sns().publish(r -> r.topicArn(topic).message("m"));

      assertThat(aws.stub().awaitDeliveries(PATIENCE)).isTrue();
      assertThat(delivered).containsExactly(plain("m"));
      assertThat(aws.stub().failedDeliveries()).isEmpty();
    }
  }

  @Test
  void whatCannotBeDeliveredIsReported() throws Exception {
    QueueDelivery broken =
        (arn, messages) -> {
          throw new IllegalStateException("secret");
        };
    try (StubClients aws = stubWith(broken)) {
      String topic = subscribedTopic(aws, "true");
      aws.sns().publish(r -> r.topicArn(topic).message("m"));

      assertThat(aws.stub().awaitDeliveries(PATIENCE)).isTrue();
      FailedDelivery failed = aws.stub().failedDeliveries().get(0);
      assertThat(new Delivered(failed.queueArn(), failed.message())).isEqualTo(plain("m"));
      assertThat(failed.reason()).isEqualTo("IllegalStateException after 5 attempts");
      assertThat(failed.toString()).doesNotContain("secret");
    }
  }

  @Test
  void rawMessagesWithMoreThanTenAttributesAreDropped() throws Exception {
    Map<String, MessageAttributeValue> attributes =
        IntStream.range(0, 11)
            .boxed()
            .collect(
                Collectors.toMap(
                    i -> "a" + i,
                    i ->
                        MessageAttributeValue.builder()
                            .dataType("String")
                            .stringValue("v")
                            .build()));
    try (StubClients aws = stubWith(this::take)) {
      String topic = subscribedTopic(aws, "true");
      aws.sns().publish(r -> r.topicArn(topic).message("m").messageAttributes(attributes));

      assertThat(aws.stub().awaitDeliveries(PATIENCE)).isTrue();
      assertThat(delivered).isEmpty();
      assertThat(aws.stub().sns().count()).isEqualTo(1);
      assertThat(aws.stub().failedDeliveries()).hasSize(1);
    }
  }

  @Test
  void aFifoQueueOfARuleGetsTheGroupOfTheTarget() throws Exception {
    try (StubClients aws = stubWith(this::take)) {
      aws.eventBridge().putRule(r -> r.name("all").eventPattern("{\"source\":[\"s\"]}"));
      aws.eventBridge()
          .putTargets(
              r ->
                  r.rule("all")
                      .targets(
                          Target.builder()
                              .id("q")
                              .arn(QUEUE + ".fifo")
                              .sqsParameters(p -> p.messageGroupId("events"))
                              .build()));
      aws.eventBridge()
          .putEvents(
              r ->
                  r.entries(
                      PutEventsRequestEntry.builder()
                          .source("s")
                          .detailType("t")
                          .detail("{}")
                          .build()));

      assertThat(aws.stub().awaitDeliveries(PATIENCE)).isTrue();
      AcceptedEvent accepted = aws.stub().eventBridge().accepted().get(0);
      assertThat(delivered)
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.queueArn()).isEqualTo(QUEUE + ".fifo");
                assertThat(each.message().groupId()).contains("events");
                assertThat(each.message().attributes()).isEmpty();
                assertThat(each.message().body()).contains("\"id\":\"" + accepted.id() + "\"");
              });
    }
  }

  @Test
  void targetsThatTheStubCouldNotServeAreRefused() {
    try (StubClients aws = stubWith(this::take)) {
      aws.eventBridge().putRule(r -> r.name("all").eventPattern("{\"source\":[\"s\"]}"));

      assertThat(
              aws.eventBridge()
                  .putTargets(
                      r ->
                          r.rule("all")
                              .targets(
                                  Target.builder()
                                      .id("function")
                                      .arn("arn:aws:lambda:us-east-1:000000000000:function:f")
                                      .build(),
                                  Target.builder().id("input").arn(QUEUE).input("{}").build(),
                                  Target.builder().id("fifo").arn(QUEUE + ".fifo").build(),
                                  Target.builder().id("good").arn(QUEUE).build()))
                  .failedEntries())
          .extracting(e -> e.targetId())
          .containsExactly("function", "input", "fifo");
    }
  }

  @Test
  void withoutADeliveryNothingCanSubscribe() {
    try (StubClients aws = new StubClients(AwsStub.start())) {
      assertThatExceptionOfType(InvalidParameterException.class)
          .isThrownBy(() -> subscribedTopic(aws, "true"))
          .withMessageContaining("without a delivery");
    }
  }
}
