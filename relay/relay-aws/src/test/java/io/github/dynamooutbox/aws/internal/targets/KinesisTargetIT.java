package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

class KinesisTargetIT extends AwsTargetContract<AwsEntry<PutRecordsRequestEntry>> {
  private final String stream = AwsUnderTest.unique("stream");

  @Override
  Service service() {
    return Service.KINESIS;
  }

  @Override
  String action() {
    return "PutRecords";
  }

  @Override
  void create() {
    // The SDK speaks CBOR.
    AwsUnderTest.mayLack(
        "CBOR", () -> cloud.aws().createStream(stream, 1), TestAbortedException::new);
  }

  /** The stream has one shard. */
  @Override
  boolean ordered() {
    return true;
  }

  @Override
  Target<AwsEntry<PutRecordsRequestEntry>> target(
      Clients clients, boolean exists, Sending sending, ExecutorService on) {
    String name = exists ? stream : "missing-" + stream;
    return new KinesisTarget(
        "audit",
        name,
        sending,
        clients.get(KinesisClient.class, KinesisClient::builder),
        on,
        InstantSource.system());
  }

  @Override
  List<String> bodies(int atLeast) {
    return cloud.aws().records(stream).stream().map(Accepted::body).toList();
  }

  @Override
  List<String> keys(int atLeast) {
    return cloud.aws().records(stream).stream().map(AcceptedRecord::partitionKey).toList();
  }

  @Override
  Optional<String> entryFault() {
    return Optional.empty();
  }

  @Override
  String requestFault() {
    return "InvalidArgumentException";
  }

  @Override
  String missingCode() {
    return "ResourceNotFoundException";
  }

  @Test
  void sendsBytesAsTheyAre() {
    byte[] bytes = {0, -1, 127, -128};
    assertThat(
            publish(
                target(true, java.time.Duration.ofSeconds(30), EnvelopeForm.DATA),
                List.of(Samples.plain().data("application/avro", bytes))))
        .isEqualTo(published(1));
    assertThat(cloud.aws().records(stream).get(0).data().asByteArray()).isEqualTo(bytes);
  }

  @Test
  void publishesByArnToo() {
    Clients clients = clients(java.time.Duration.ofSeconds(30));
    String arn =
        clients
            .get(KinesisClient.class, KinesisClient::builder)
            .describeStreamSummary(request -> request.streamName(stream))
            .streamDescriptionSummary()
            .streamARN();
    Target<AwsEntry<PutRecordsRequestEntry>> target =
        new KinesisTarget(
            "audit",
            arn,
            new Sending(true, EnvelopeForm.CLOUDEVENT, target().limits(), ENTRY_BYTES),
            clients.get(KinesisClient.class, KinesisClient::builder),
            Runnable::run,
            InstantSource.system());
    assertThat(publish(target, samples(1))).isEqualTo(published(1));
  }
}
