package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.BatchEntryIdsNotDistinctException;
import software.amazon.awssdk.services.sns.model.BatchRequestTooLongException;
import software.amazon.awssdk.services.sns.model.EmptyBatchRequestException;
import software.amazon.awssdk.services.sns.model.InvalidBatchEntryIdException;
import software.amazon.awssdk.services.sns.model.InvalidParameterException;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.NotFoundException;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.TooManyEntriesInBatchRequestException;
import software.amazon.awssdk.services.sqs.model.Message;

/** What publishers rely on at standard topics. */
@ExtendWith(ContractServices.Extension.class)
class SnsContractIT {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  /** What a service adds that signs its messages. */
  private static final Set<String> SIGNED =
      Set.of("SignatureVersion", "Signature", "SigningCertURL", "UnsubscribeURL");

  private final Cleanup cleanup = new Cleanup();
  private final ContractServices aws;
  private final SnsClient sns;
  private String topic = "";

  SnsContractIT(ContractServices aws) {
    this.aws = aws;
    this.sns = aws.sns();
  }

  @BeforeEach
  void createTopic() {
    String name = ContractServices.unique("topic");
    topic = sns.createTopic(r -> r.name(name)).topicArn();
    cleanup.later(() -> sns.deleteTopic(r -> r.topicArn(topic)));
  }

  @AfterEach
  void cleanUp() {
    cleanup.run();
  }

  private static PublishBatchRequestEntry entry(String id, String message) {
    return PublishBatchRequestEntry.builder().id(id).message(message).build();
  }

  private PublishBatchResponse publish(List<PublishBatchRequestEntry> entries) {
    return sns.publishBatch(r -> r.topicArn(topic).publishBatchRequestEntries(entries));
  }

  private TestQueue subscribe(Map<String, String> attributes) {
    TestQueue queue = TestQueue.standard(aws.sqs(), cleanup);
    String subscription =
        sns.subscribe(
                r ->
                    r.topicArn(topic)
                        .protocol("sqs")
                        .endpoint(queue.arn())
                        .attributes(attributes)
                        .returnSubscriptionArn(true))
            .subscriptionArn();
    cleanup.later(() -> sns.unsubscribe(r -> r.subscriptionArn(subscription)));
    return queue;
  }

  @Test
  void everyEntryOfABatchIsAnsweredUnderItsIdWithThatOfItsMessage() throws Exception {
    TestQueue queue = subscribe(Map.of());
    List<PublishBatchRequestEntry> entries =
        IntStream.range(0, 10).mapToObj(i -> entry("id-" + i, "message " + i)).toList();

    PublishBatchResponse response = publish(entries);

    assertThat(response.failed()).isEmpty();
    Map<String, String> messages = new HashMap<>();
    for (Message message : queue.receive(10)) {
      JsonNode json = new JsonMapper().readTree(message.body());
      messages.put(json.path("MessageId").asText(), json.path("Message").asText());
    }
    assertThat(response.successful())
        .extracting(each -> each.id() + ": " + messages.get(each.messageId()))
        .containsExactlyInAnyOrderElementsOf(
            entries.stream().map(each -> each.id() + ": " + each.message()).toList());
  }

  @Test
  void rawDeliveryKeepsTheMessageAndItsAttributes() {
    TestQueue queue = subscribe(Map.of("RawMessageDelivery", "true"));
    String text = "{\"text\":\"Grüße & <mehr> + 100 %\"}";
    byte[] bytes = {0, -1, 7};

    sns.publish(
        r ->
            r.topicArn(topic)
                .message(text)
                .messageAttributes(
                    Map.of(
                        "ce_type",
                        MessageAttributeValue.builder()
                            .dataType("String")
                            .stringValue("a=b&c")
                            .build(),
                        "bytes",
                        MessageAttributeValue.builder()
                            .dataType("Binary")
                            .binaryValue(SdkBytes.fromByteArray(bytes))
                            .build())));

    assertThat(queue.receive(1))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.body()).isEqualTo(text);
              assertThat(message.messageAttributes())
                  .isEqualTo(
                      Map.of(
                          "ce_type",
                          received().dataType("String").stringValue("a=b&c").build(),
                          "bytes",
                          received()
                              .dataType("Binary")
                              .binaryValue(SdkBytes.fromByteArray(bytes))
                              .build()));
            });
  }

  private static software.amazon.awssdk.services.sqs.model.MessageAttributeValue.Builder
      received() {
    return software.amazon.awssdk.services.sqs.model.MessageAttributeValue.builder();
  }

  @Test
  void otherDeliveryWrapsTheMessage() throws Exception {
    TestQueue queue = subscribe(Map.of());

    String id =
        sns.publish(
                r ->
                    r.topicArn(topic)
                        .message("plain text")
                        .subject("a subject")
                        .messageAttributes(
                            Map.of(
                                "kind",
                                MessageAttributeValue.builder()
                                    .dataType("String")
                                    .stringValue("order")
                                    .build())))
            .messageId();

    List<Message> received = queue.receive(1);
    assertThat(received).hasSize(1);
    assertThat(received.get(0).messageAttributes()).isEmpty();
    Map<String, Object> json = new JsonMapper().readValue(received.get(0).body(), OBJECT);
    assertThat(Instant.parse(String.valueOf(json.remove("Timestamp"))))
        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
    json.keySet().removeAll(SIGNED);
    assertThat(json)
        .isEqualTo(
            Map.of(
                "Type",
                "Notification",
                "MessageId",
                id,
                "TopicArn",
                topic,
                "Subject",
                "a subject",
                "Message",
                "plain text",
                "MessageAttributes",
                Map.of("kind", Map.of("Type", "String", "Value", "order"))));
  }

  @Test
  void anEmptyBatchIsRefused() {
    assertThatExceptionOfType(EmptyBatchRequestException.class)
        .isThrownBy(() -> publish(List.of()));
  }

  @Test
  void moreThanTenEntriesAreRefused() {
    List<PublishBatchRequestEntry> entries =
        IntStream.range(0, 11).mapToObj(i -> entry("id-" + i, "m")).toList();

    assertThatExceptionOfType(TooManyEntriesInBatchRequestException.class)
        .isThrownBy(() -> publish(entries));
  }

  @Test
  void idsThatAreNotDistinctAreRefused() {
    assertThatExceptionOfType(BatchEntryIdsNotDistinctException.class)
        .isThrownBy(() -> publish(List.of(entry("same", "1"), entry("same", "2"))));
  }

  @Test
  void idsWithOtherCharactersAreRefused() {
    assertThatExceptionOfType(InvalidBatchEntryIdException.class)
        .isThrownBy(() -> publish(List.of(entry("with space", "1"))));
  }

  @Test
  void entriesThatAreTooLongTogetherAreRefused() {
    String half = "x".repeat(128 * 1024);

    assertThatExceptionOfType(BatchRequestTooLongException.class)
        .isThrownBy(() -> publish(List.of(entry("a", half), entry("b", half + "x"))));
    assertThat(publish(List.of(entry("a", half), entry("b", half))).successful()).hasSize(2);
  }

  @Test
  void aMissingTopicIsNotFound() {
    String missing = topic + "-missing";

    assertThatExceptionOfType(NotFoundException.class)
        .isThrownBy(() -> sns.publish(r -> r.topicArn(missing).message("m")));
    assertThatExceptionOfType(NotFoundException.class)
        .isThrownBy(
            () ->
                sns.publishBatch(
                    r -> r.topicArn(missing).publishBatchRequestEntries(entry("a", "m"))));
    assertThatExceptionOfType(NotFoundException.class)
        .isThrownBy(() -> sns.getTopicAttributes(r -> r.topicArn(missing)));
  }

  @Test
  void anEmptyMessageIsRefused() {
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> sns.publish(r -> r.topicArn(topic).message("")));
  }

  @Test
  void creatingATopicAgainGivesTheSameTopic() {
    String name = topic.substring(topic.lastIndexOf(':') + 1);

    assertThat(sns.createTopic(r -> r.name(name)).topicArn()).isEqualTo(topic);
    assertThat(sns.getTopicAttributes(r -> r.topicArn(topic)).attributes())
        .containsEntry("TopicArn", topic)
        .doesNotContainKey("FifoTopic");
  }

  @Test
  void nothingComesAfterUnsubscribing() {
    TestQueue queue = TestQueue.standard(aws.sqs(), cleanup);
    String subscription =
        sns.subscribe(
                r ->
                    r.topicArn(topic)
                        .protocol("sqs")
                        .endpoint(queue.arn())
                        .returnSubscriptionArn(true))
            .subscriptionArn();
    sns.unsubscribe(r -> r.subscriptionArn(subscription));

    publish(List.of(entry("a", "m")));

    assertThat(queue.poll(2)).isEmpty();
  }

  @Test
  void aFifoQueueCannotSubscribeToAStandardTopic() {
    TestQueue queue = TestQueue.fifo(aws.sqs(), cleanup);

    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(
            () -> sns.subscribe(r -> r.topicArn(topic).protocol("sqs").endpoint(queue.arn())));
  }
}
