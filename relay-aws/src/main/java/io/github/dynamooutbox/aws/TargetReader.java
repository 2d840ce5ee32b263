package io.github.dynamooutbox.aws;

import java.util.Map;
import java.util.Optional;

/** Reads one of {@code targets}. */
final class TargetReader {
  private enum Type {
    EVENTBRIDGE,
    SNS,
    KINESIS
  }

  private static final Map<String, Type> TYPES =
      Map.of("eventbridge", Type.EVENTBRIDGE, "sns", Type.SNS, "kinesis", Type.KINESIS);

  private static final String ARN_START = "arn:aws[a-z-]*:";
  private static final String REGION_AND_ACCOUNT = ":[a-z0-9-]+:[0-9]{12}:";

  /** EventBridge API reference, CreateEventBus. */
  private static final TextRule BUS_NAME =
      TextRule.of("[A-Za-z0-9/._-]{1,256}", "an event bus name: letters, digits, / . _ and -");

  private static final TextRule BUS_ARN =
      TextRule.of(
          ARN_START + "events" + REGION_AND_ACCOUNT + "event-bus/[A-Za-z0-9/._-]{1,256}",
          "an event bus ARN: arn:aws:events:<region>:<account>:event-bus/<name>");

  /** SNS API reference, CreateTopic. */
  private static final TextRule TOPIC_NAME =
      TextRule.of(
          "[A-Za-z0-9_-]{1,256}|[A-Za-z0-9_-]{1,251}\\.fifo",
          "a topic name: letters, digits, _ and -, and .fifo at the end of a FIFO topic's");

  private static final TextRule TOPIC_ARN =
      TextRule.of(
          ARN_START + "sns" + REGION_AND_ACCOUNT + "[A-Za-z0-9_-]{1,256}(\\.fifo)?",
          "a topic ARN: arn:aws:sns:<region>:<account>:<name>");

  /** Kinesis API reference, CreateStream. */
  private static final TextRule STREAM_NAME =
      TextRule.of("[A-Za-z0-9_.-]{1,128}", "a stream name: letters, digits, _ . and -");

  private static final TextRule STREAM_ARN =
      TextRule.of(
          ARN_START + "kinesis" + REGION_AND_ACCOUNT + "stream/[A-Za-z0-9_.-]{1,128}",
          "a stream ARN: arn:aws:kinesis:<region>:<account>:stream/<name>");

  /** For the infrastructure: the relay only needs the permission to use the key. */
  private static final String KEY = "kmsKeyArn";

  /** KMS API reference, CreateKey. */
  private static final TextRule KEY_ARN =
      TextRule.of(
          ARN_START + "kms" + REGION_AND_ACCOUNT + "key/[A-Za-z0-9-]+",
          "a key ARN: arn:aws:kms:<region>:<account>:key/<id>");

  private TargetReader() {}

  static Optional<TargetConfig> read(String name, JsonFields target) {
    if (!target.has("type")) {
      target.missing("type", "must be one of: " + Problems.sorted(TYPES.keySet()));
      return Optional.empty();
    }
    // Without a type, the valid keys are unknown.
    return target.choice("type", TYPES).map(type -> read(name, type, target));
  }

  private static TargetConfig read(String name, Type type, JsonFields target) {
    TargetConfig read =
        switch (type) {
          case EVENTBRIDGE -> {
            String bus = resource(target, "bus", BUS_NAME, BUS_ARN, "/");
            yield new TargetConfig.EventBridge(name, bus, SendingReader.eventBridge(target));
          }
          case SNS -> {
            String topic = resource(target, "topic", TOPIC_NAME, TOPIC_ARN, ":");
            target.text(KEY, KEY_ARN);
            boolean fifo = topic.endsWith(".fifo");
            yield new TargetConfig.Sns(name, topic, SendingReader.sns(target, fifo));
          }
          case KINESIS -> {
            String stream = resource(target, "stream", STREAM_NAME, STREAM_ARN, "/");
            target.text(KEY, KEY_ARN);
            yield new TargetConfig.Kinesis(name, stream, SendingReader.kinesis(target));
          }
        };
    target.refuseOthers();
    return read;
  }

  /** The ARN if present, otherwise the name. */
  private static String resource(
      JsonFields target, String kind, TextRule nameRule, TextRule arnRule, String beforeName) {
    String nameKey = kind + "Name";
    String arnKey = kind + "Arn";
    if (!target.has(nameKey) && !target.has(arnKey)) {
      target.missing(nameKey, "name the " + kind + ", or give its " + arnKey);
    }
    Optional<String> name = target.text(nameKey, nameRule);
    Optional<String> arn = target.text(arnKey, arnRule);
    if (name.isPresent() && arn.isPresent() && !arn.get().endsWith(beforeName + name.get())) {
      target.problem(arnKey, "is not the ARN of " + nameKey + " \"" + name.get() + "\"");
    }
    // A placeholder, so that the rest of the target is still read and checked.
    return arn.or(() -> name).orElse("unknown");
  }
}
