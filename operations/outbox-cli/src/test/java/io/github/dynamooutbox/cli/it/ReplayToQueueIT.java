package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A queue that itself drops what was sent twice within five minutes. */
class ReplayToQueueIT {
  private static final String ENDPOINT = "aws.endpointUrlSqs";
  private static final String NAME = "orders.fifo";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final TestOutbox outbox =
      new TestOutbox(system.servers(), "{\"type\": \"sqs\", \"queueName\": \"%s\"}".formatted(NAME))
          .withTable();
  private LocalSqs server;
  private SqsClient sqs;
  private String url;

  @BeforeEach
  void start() {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "the embedded system has no SQS otherwise");
    server = LocalSqs.start();
    System.setProperty(ENDPOINT, server.endpoint().toString());
    // ElasticMQ leaves the checksum out of some answers.
    sqs =
        AwsUnderTest.configure(SqsClient.builder(), server.endpoint())
            .checksumValidationEnabled(false)
            .build();
    url =
        sqs.createQueue(
                create ->
                    create
                        .queueName(NAME)
                        .attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
            .queueUrl();
  }

  @AfterEach
  void stop() {
    System.clearProperty(ENDPOINT);
    sqs.close();
    server.close();
  }

  @Test
  void receivesWhatIsReplayedThoughItDropsWhatTheRelayPublishesTwice() throws Exception {
    for (int version = 1; version <= 3; version++) {
      outbox.commit(Aggregate.of("Order", "1").at(version), "Changed", "1-" + version);
    }
    relay();
    assertThat(ids(receive())).containsExactly("1-1", "1-2", "1-3");
    relay();
    assertThat(receive()).isEmpty();

    Ended replay =
        outbox.run(
            "replay", "--aggregate", "Order#1", "--state", "" + temporary.resolve("plan"), "--yes");

    assertThat(replay.code()).as(replay.err()).isZero();
    List<JsonNode> again = receive();
    assertThat(ids(again)).containsExactly("1-1", "1-2", "1-3");
    assertThat(again).allMatch(event -> event.has("replay"));
  }

  /** From the beginning of the stream, as one that has lost its position. */
  private void relay() throws Exception {
    try (TestStream stream = new TestStream(outbox)) {
      stream.relay();
    }
  }

  private List<JsonNode> receive() throws IOException {
    List<JsonNode> events = new ArrayList<>();
    List<Message> some;
    do {
      some = sqs.receiveMessage(get -> get.queueUrl(url).maxNumberOfMessages(10)).messages();
      for (Message message : some) {
        events.add(new ObjectMapper().readTree(message.body()));
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
      }
    } while (!some.isEmpty());
    return events;
  }

  private static List<String> ids(List<JsonNode> events) {
    return events.stream().map(event -> event.path("id").asText()).toList();
  }
}
