package io.github.dynamooutbox.aws.internal.targets;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.util.List;

/** SQS queues, standard and FIFO. */
public final class SqsFactory extends AwsFactory {
  /** SQS API reference, SendMessageBatch. */
  private static final int ENTRIES = 10;

  /**
   * SQS API reference, SendMessageBatch: 1 MiB for a message, and for all messages of a request. A
   * queue's {@code MaximumMessageSize} may allow less.
   */
  static final int BYTES = 1024 * 1024;

  /**
   * SQS API reference, SetQueueAttributes: the lowest value of a queue's {@code
   * MaximumMessageSize}.
   */
  static final int LEAST_BYTES = 1024;

  private static final Section KEYS = Section.of("An SQS queue, standard or FIFO.");

  /** Names: SQS developer guide, "Standard queue quotas" and "FIFO queue quotas". */
  static final ResourceKind QUEUE =
      ResourceKind.of(
              "AWS::SQS::Queue",
              Key.text(
                      "queueName",
                      TextRule.of(
                          "[A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo",
                          "a queue name: up to 80 letters, digits, _ and -, with .fifo at the end"
                              + " of a FIFO queue's"))
                  .readBy(BOTH)
                  .about(
                      "A FIFO queue's name ends in `.fifo`. Name or ARN is needed; both have to "
                          + "agree."),
              Key.text(
                      "queueArn",
                      ResourceKind.arnRule(
                          "sqs",
                          "([A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo)",
                          "a queue ARN: arn:aws:sqs:<region>:<account>:<name>"))
                  .readBy(BOTH)
                  .about("Needed for a queue of another account."))
          .arns("sqs", "")
          .actions("sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:SendMessage")
          .keyActions("kms:Decrypt", "kms:GenerateDataKey")
          .endpoint("sqs")
          .in(KEYS);

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(BYTES, BYTES)
                  .readBy(BOTH)
                  .about(
                      "Largest message with its attributes, if the queue [allows "
                          + "it](configuration.md#sizes); that of a new queue is set to this."))
          .requestBytes(BYTES, BYTES)
          .inWithFifo(KEYS, List.of(QUEUE.name(), QUEUE.arn()));

  /** For the service loader. */
  public SqsFactory() {
    super("sqs", KEYS, QUEUE);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String queue = QUEUE.read(fields);
    boolean fifo = queue.endsWith(MessageTarget.FIFO);
    return new SqsConfig(
        name,
        queue,
        fifo ? SENDING.readAlwaysOrdered(fields, "a FIFO queue") : SENDING.read(fields),
        SendingKeys.readTenantGroups(fields, fifo));
  }
}
