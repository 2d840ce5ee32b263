package io.github.dynamooutbox.aws.internal.targets;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Optional;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.StreamStatus;

/** Kinesis data streams. */
public final class KinesisFactory extends AwsFactory {
  /** Kinesis API reference, PutRecords. */
  private static final int ENTRIES = 500;

  /**
   * Kinesis developer guide, "Handle large records", and API reference, UpdateMaxRecordSize: a
   * stream's default limit, which is also the lowest that can be set.
   */
  static final int RECORD_BYTES = 1024 * 1024;

  private static final int REQUEST_BYTES = 5 * 1024 * 1024;

  /** The highest that a stream's limit can be set to. */
  private static final int MOST_BYTES = 10 * 1024 * 1024;

  private static final Section KEYS = Section.of("A Kinesis data stream.");

  /** Names: Kinesis API reference, CreateStream. */
  static final ResourceKind STREAM =
      ResourceKind.of(
              "AWS::Kinesis::Stream",
              Key.text(
                      "streamName",
                      TextRule.of(
                          "[A-Za-z0-9_.-]{1,128}", "a stream name: letters, digits, _ . and -"))
                  .readBy(BOTH)
                  .about("Name or ARN is needed; both have to agree."),
              Key.text(
                      "streamArn",
                      ResourceKind.arnRule(
                          "kinesis",
                          "stream/[A-Za-z0-9_.-]{1,128}",
                          "a stream ARN: arn:aws:kinesis:<region>:<account>:stream/<name>"))
                  .readBy(BOTH)
                  .about("The stream's ARN."))
          .arns("kinesis", "stream/")
          .actions("kinesis:DescribeStreamSummary", "kinesis:PutRecords")
          .keyActions("kms:GenerateDataKey")
          .endpoint("kinesis-streams")
          .in(KEYS);

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(MOST_BYTES, REQUEST_BYTES)
                  .readBy(BOTH)
                  .about(
                      "Largest event with its partition key, if the stream [allows "
                          + "it](configuration.md#sizes); that of a new stream is set to this."))
          .resourceDecides(RECORD_BYTES)
          .requestBytes(MOST_BYTES, REQUEST_BYTES)
          .alwaysOrdered("a Kinesis stream")
          .in(KEYS);

  /** For the service loader. */
  public KinesisFactory() {
    super("kinesis", KEYS, STREAM);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    return new KinesisConfig(name, STREAM.read(fields), SENDING.read(fields));
  }

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
        DryRun.examine(client, stream, findings);
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
}
