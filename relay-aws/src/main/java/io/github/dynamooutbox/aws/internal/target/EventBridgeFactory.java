package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.aws.target.SendingReader;
import io.github.dynamooutbox.aws.target.TargetConfig;
import io.github.dynamooutbox.aws.target.TargetFactory;
import io.github.dynamooutbox.aws.target.TargetFields;
import io.github.dynamooutbox.aws.target.TextRule;

/** EventBridge buses. */
public final class EventBridgeFactory implements TargetFactory {
  /** EventBridge API reference, CreateEventBus. */
  static final ResourceName BUS =
      new ResourceName(
          "bus",
          TextRule.of("[A-Za-z0-9/._-]{1,256}", "an event bus name: letters, digits, / . _ and -"),
          ResourceName.arnRule(
              "events",
              "event-bus/[A-Za-z0-9/._-]{1,256}",
              "an event bus ARN: arn:aws:events:<region>:<account>:event-bus/<name>"),
          "events",
          "event-bus/");

  /** EventBridge API reference, PutEvents. */
  private static final int ENTRIES = 10;

  /** Since January 2026 an event of 1 MB, and so a request; in China still 256 KB. */
  private static final int BYTES = 1024 * 1024;

  @Override
  public String type() {
    return "eventbridge";
  }

  @Override
  public String schema() {
    return PublishedSchema.of(this);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String bus = BUS.read(fields);
    return new EventBridgeConfig(
        name,
        bus,
        SendingReader.of(fields, ENTRIES, BYTES, BYTES).requestBytes(BYTES, BYTES).read());
  }
}
