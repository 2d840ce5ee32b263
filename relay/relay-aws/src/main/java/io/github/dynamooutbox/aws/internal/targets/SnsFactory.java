package io.github.dynamooutbox.aws.internal.targets;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;
import static io.github.dynamooutbox.aws.keys.Key.Reader.INFRASTRUCTURE;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.util.List;

/** SNS topics, standard and FIFO. */
public final class SnsFactory extends AwsFactory {
  /** SNS API reference, PublishBatch. */
  private static final int ENTRIES = 10;

  /**
   * SNS developer guide, "Publishing large messages with Amazon SNS", and API reference,
   * PublishBatch: the limit of a message, and of all messages of a request together, unless the
   * topic's {@code MaximumMessageSize} says otherwise.
   */
  static final int BYTES = 256 * 1024;

  /** The lowest value of a topic's {@code MaximumMessageSize}. */
  static final int LEAST_BYTES = 1024;

  /** The highest. */
  private static final int MOST_BYTES = 1024 * 1024;

  private static final Section KEYS = Section.of("An SNS topic, standard or FIFO.");

  /** Names: SNS API reference, CreateTopic. */
  static final ResourceKind TOPIC =
      ResourceKind.of(
              "AWS::SNS::Topic",
              Key.text(
                      "topicName",
                      TextRule.of(
                          "[A-Za-z0-9_-]{1,256}|[A-Za-z0-9_-]{1,251}\\.fifo",
                          "a topic name: letters, digits, _ and -, and .fifo at the end of a FIFO"
                              + " topic's"))
                  .readBy(INFRASTRUCTURE)
                  .about(
                      "A FIFO topic's name ends in `.fifo`. The infrastructure resolves it to "
                          + "`topicArn`."),
              Key.text(
                      "topicArn",
                      ResourceKind.arnRule(
                          "sns",
                          "[A-Za-z0-9_-]{1,256}(\\.fifo)?",
                          "a topic ARN: arn:aws:sns:<region>:<account>:<name>"))
                  .readBy(BOTH)
                  .about("The relay needs it; a name beside it has to agree."))
          .arns("sns", "")
          .actions("sns:GetTopicAttributes", "sns:Publish")
          .keyActions("kms:Decrypt", "kms:GenerateDataKey")
          .endpoint("sns")
          .in(KEYS);

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(MOST_BYTES, MOST_BYTES)
                  .readBy(BOTH)
                  .about(
                      "Largest message, and request, if the topic [allows "
                          + "it](configuration.md#sizes); that of a new topic is set to this, and over "
                          + "262,144 its subscribers are limited."))
          .resourceDecides(BYTES)
          .inWithFifo(KEYS, List.of(TOPIC.name(), TOPIC.arn()));

  /** For the service loader. */
  public SnsFactory() {
    super("sns", KEYS, TOPIC);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String topic = TOPIC.read(fields);
    boolean fifo = topic.endsWith(MessageTarget.FIFO);
    return new SnsConfig(
        name,
        topic,
        fifo ? SENDING.readAlwaysOrdered(fields, "a FIFO topic") : SENDING.read(fields),
        SendingKeys.readTenantGroups(fields, fifo));
  }
}
