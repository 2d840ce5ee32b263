package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;

/** Kinesis data streams. */
public final class KinesisFactory implements TargetFactory {
  /** Kinesis API reference, CreateStream. */
  static final ResourceName STREAM =
      new ResourceName(
          "stream",
          TextRule.of("[A-Za-z0-9_.-]{1,128}", "a stream name: letters, digits, _ . and -"),
          ResourceName.arnRule(
              "kinesis",
              "stream/[A-Za-z0-9_.-]{1,128}",
              "a stream ARN: arn:aws:kinesis:<region>:<account>:stream/<name>"),
          "kinesis",
          "stream/");

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

  @Override
  public String type() {
    return "kinesis";
  }

  @Override
  public String schema() {
    return PublishedSchema.of(this);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String stream = STREAM.read(fields);
    ResourceName.skipKey(fields);
    return new KinesisConfig(
        name,
        stream,
        SendingReader.of(fields, ENTRIES, MOST_BYTES, REQUEST_BYTES)
            .resourceDecides(RECORD_BYTES)
            .requestBytes(MOST_BYTES, REQUEST_BYTES)
            .alwaysOrdered("a Kinesis stream")
            .read());
  }
}
