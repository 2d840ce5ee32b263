package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;

/** SQS queues, standard and FIFO. */
public final class SqsFactory implements TargetFactory {
  /** SQS developer guide, "Standard queue quotas" and "FIFO queue quotas". */
  static final ResourceName QUEUE =
      new ResourceName(
          "queue",
          TextRule.of(
              "[A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo",
              "a queue name: up to 80 letters, digits, _ and -, with .fifo at the end of a FIFO"
                  + " queue's"),
          ResourceName.arnRule(
              "sqs",
              "([A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo)",
              "a queue ARN: arn:aws:sqs:<region>:<account>:<name>"),
          "sqs",
          "");

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

  @Override
  public String type() {
    return "sqs";
  }

  @Override
  public String schema() {
    return PublishedSchema.of(this);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String queue = QUEUE.read(fields);
    ResourceName.skipKey(fields);
    SendingReader sending =
        SendingReader.of(fields, ENTRIES, BYTES, BYTES).requestBytes(BYTES, BYTES);
    if (queue.endsWith(SqsTarget.FIFO)) {
      sending.alwaysOrdered("a FIFO queue");
    }
    return new SqsConfig(name, queue, sending.read());
  }
}
