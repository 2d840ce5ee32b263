package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.opentest4j.TestAbortedException;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.InvalidParameterException;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** What publishers rely on at FIFO topics. */
@ExtendWith(ContractServices.Extension.class)
class SnsFifoContractIT {
  private final Cleanup cleanup = new Cleanup();
  private final ContractServices aws;
  private final SnsClient sns;

  SnsFifoContractIT(ContractServices aws) {
    this.aws = aws;
    this.sns = aws.sns();
  }

  @AfterEach
  void cleanUp() {
    cleanup.run();
  }

  private String createTopic(boolean contentBased) {
    String arn =
        sns.createTopic(
                r ->
                    r.name(ContractServices.unique("topic") + ".fifo")
                        .attributes(
                            Map.of(
                                "FifoTopic",
                                "true",
                                "ContentBasedDeduplication",
                                String.valueOf(contentBased))))
            .topicArn();
    cleanup.later(() -> sns.deleteTopic(r -> r.topicArn(arn)));
    return arn;
  }

  private TestQueue subscribe(String topic) {
    TestQueue queue = TestQueue.fifo(aws.sqs(), cleanup);
    String subscription =
        sns.subscribe(
                r ->
                    r.topicArn(topic)
                        .protocol("sqs")
                        .endpoint(queue.arn())
                        .attributes(Map.of("RawMessageDelivery", "true"))
                        .returnSubscriptionArn(true))
            .subscriptionArn();
    cleanup.later(() -> sns.unsubscribe(r -> r.subscriptionArn(subscription)));
    return queue;
  }

  @Test
  void messagesOfAGroupReachTheQueueInOrderWithTheirKeys() {
    String topic = createTopic(false);
    TestQueue queue = subscribe(topic);
    List<String> expected = new ArrayList<>();
    for (int batch = 0; batch < 3; batch++) {
      List<PublishBatchRequestEntry> entries = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        String text = "m" + batch + i;
        expected.add(text);
        entries.add(
            PublishBatchRequestEntry.builder()
                .id("e" + i)
                .message(text)
                .messageGroupId("Order#1")
                .messageDeduplicationId("d-" + text)
                .build());
      }
      sns.publishBatch(r -> r.topicArn(topic).publishBatchRequestEntries(entries));
    }

    List<Message> received = queue.receive(15);

    assertThat(received).extracting(Message::body).hasSameElementsAs(expected);
    AwsUnderTest.mayLack(
        "FIFO_ORDER",
        () -> assertThat(received).extracting(Message::body).containsExactlyElementsOf(expected),
        TestAbortedException::new);
    assertThat(received.get(0).attributes())
        .containsEntry(MessageSystemAttributeName.MESSAGE_GROUP_ID, "Order#1")
        .containsEntry(MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID, "d-m00");
  }

  @Test
  void theSameDeduplicationIdIsAcceptedAndDeliveredOnce() {
    String topic = createTopic(false);
    TestQueue queue = subscribe(topic);

    publish(topic, "first", "id-1");
    publish(topic, "second", "id-1");
    publish(topic, "third", "id-2");

    List<Message> received = queue.receive(2);
    received.addAll(queue.poll(1));
    AwsUnderTest.mayLack(
        "FIFO_DEDUPLICATION",
        () -> assertThat(received).extracting(Message::body).containsExactly("first", "third"),
        TestAbortedException::new);
  }

  private String publish(String topic, String message, String deduplicationId) {
    return sns.publish(
            r ->
                r.topicArn(topic)
                    .message(message)
                    .messageGroupId("group")
                    .messageDeduplicationId(deduplicationId))
        .sequenceNumber();
  }

  @Test
  void sequenceNumbersIncrease() {
    String topic = createTopic(false);

    String first = publish(topic, "a", "1");
    String second = publish(topic, "b", "2");

    assertThat(new BigInteger(second)).isGreaterThan(new BigInteger(first));
  }

  @Test
  void contentBasedDeduplicationNeedsNoIdAndDropsTheSameContent() {
    String topic = createTopic(true);
    TestQueue queue = subscribe(topic);

    for (String message : List.of("same", "same", "other")) {
      sns.publish(r -> r.topicArn(topic).message(message).messageGroupId("group"));
    }

    List<Message> received = queue.receive(2);
    received.addAll(queue.poll(1));
    AwsUnderTest.mayLack(
        "FIFO_DEDUPLICATION",
        () -> assertThat(received).extracting(Message::body).containsExactly("same", "other"),
        TestAbortedException::new);
  }

  @Test
  void aMessageNeedsAGroup() {
    String topic = createTopic(true);

    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> sns.publish(r -> r.topicArn(topic).message("m")));
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(
            () ->
                sns.publishBatch(
                    r ->
                        r.topicArn(topic)
                            .publishBatchRequestEntries(
                                PublishBatchRequestEntry.builder().id("a").message("m").build())));
  }

  @Test
  void aMessageNeedsADeduplicationIdUnlessTheContentServes() {
    String topic = createTopic(false);

    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> sns.publish(r -> r.topicArn(topic).message("m").messageGroupId("g")));
  }

  @Test
  void groupsAndIdsAreAtMost128CharactersOfPunctuationAndAlphanumerics() {
    String topic = createTopic(false);

    assertThat(publish(topic, "fits", "x".repeat(128))).isNotEmpty();
    assertThat(publish(topic, "fits too", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")).isNotEmpty();
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> publish(topic, "too long", "x".repeat(129)));
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> publish(topic, "a space", "a b"));
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(
            () ->
                sns.publish(
                    r ->
                        r.topicArn(topic)
                            .message("m")
                            .messageGroupId("ä")
                            .messageDeduplicationId("d")));
  }

  @Test
  void theTopicSaysThatItIsFifo() {
    String topic = createTopic(true);

    assertThat(sns.getTopicAttributes(r -> r.topicArn(topic)).attributes())
        .containsEntry("FifoTopic", "true")
        .containsEntry("ContentBasedDeduplication", "true");
  }

  @Test
  void aNameThatEndsInFifoIsForFifoTopicsOnly() {
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> sns.createTopic(r -> r.name(ContractServices.unique("topic") + ".fifo")));
  }
}
