package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.SendingReader;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;

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

  /**
   * AWS Compute Blog, "More room to build: serverless services now support payloads up to 1 MB",
   * January 2026: the limit of an event, and therefore of a request.
   */
  private static final int BYTES = 1024 * 1024;

  /** EventBridge user guide of the Chinese regions, "Calculating PutEvents event entry size". */
  private static final int BYTES_IN_CHINA = 256 * 1024;

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
    int bytes = isInChina(bus) ? BYTES_IN_CHINA : BYTES;
    return new EventBridgeConfig(
        name,
        bus,
        SendingReader.of(fields, ENTRIES, BYTES, bytes).requestBytes(BYTES, bytes).read());
  }

  /** A bus that is given by name only is in the relay's own region. */
  private static boolean isInChina(String bus) {
    return bus.startsWith("arn:")
        ? bus.startsWith("arn:aws-cn:")
        : System.getenv().getOrDefault("AWS_REGION", "").startsWith("cn-");
  }
}
