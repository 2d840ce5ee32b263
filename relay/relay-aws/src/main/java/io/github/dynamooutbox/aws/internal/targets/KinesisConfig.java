package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Optional;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.StreamStatus;

/**
 * A Kinesis data stream.
 *
 * @param stream ARN of the data stream, or its name
 */
public record KinesisConfig(String name, String stream, Sending sending) implements AwsConfig {
  @Override
  public Optional<TargetResource> resource() {
    return Optional.of(new TargetResource(KinesisFactory.STREAM, stream));
  }

  @Override
  public void examine(TargetFindings findings) {
    try (KinesisClient client = KinesisClient.create()) {
      findings.look("kinesis:DescribeStreamSummary", () -> status(client, findings));
    }
  }

  void status(KinesisClient client, TargetFindings findings) {
    KinesisSettings settings = KinesisSettings.read(client, stream);
    StreamStatus status = settings.summary().streamStatus();
    if (sending.ordered() && settings.ignoresPartitionKeys()) {
      findings.wrong("loses the order of aggregates: stream " + stream, KinesisSettings.REMEDY);
    }
    if (status == StreamStatus.CREATING || status == StreamStatus.DELETING) {
      findings.wrong(
          "is %s: stream %s".formatted(status, stream), "wait for it, or create it again");
    } else {
      findings.fine("is there: stream " + stream);
    }
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    KinesisClient client = host.client(KinesisClient.class, KinesisClient::builder);
    return new KinesisTarget(name, stream, sending, client, host.executor(), host.clock());
  }
}
