package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.examine.RelayActions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;

/**
 * One target: created under its resource's name, or imported by ARN.
 *
 * @param name what routes and metrics call it
 * @param resourceName the resource's name, as it stands in the configuration
 * @param arn an existing resource
 * @param kmsKeyArn the customer key of a topic, stream or queue
 * @param maxEntryBytes what a new topic, stream or queue takes, in bytes; without it, the service's
 *     default
 */
public record TargetSettings(
    String name,
    Type type,
    Optional<String> resourceName,
    Optional<String> arn,
    Optional<String> kmsKeyArn,
    Optional<Integer> maxEntryBytes) {

  /** What kind of target, with the keys that name its resource. */
  public enum Type {
    EVENTBRIDGE("bus", "event-bus/"),
    SNS("topic", ""),
    KINESIS("stream", "stream/"),
    SQS("queue", "");

    private final String key;
    private final String beforeName;

    Type(String key, String beforeName) {
      this.key = key;
      this.beforeName = beforeName;
    }

    String nameKey() {
      return key + "Name";
    }

    String arnKey() {
      return key + "Arn";
    }

    /** All that a relay does there. */
    List<String> actions() {
      return switch (this) {
        case EVENTBRIDGE -> RelayActions.BUS;
        case SNS -> RelayActions.TOPIC;
        case KINESIS -> RelayActions.DATA_STREAM;
        case SQS -> RelayActions.QUEUE;
      };
    }

    /** What sending takes where the target is encrypted with a customer key. */
    List<String> keyActions() {
      return switch (this) {
        case EVENTBRIDGE -> List.of();
        case SNS, SQS -> List.of("kms:Decrypt", "kms:GenerateDataKey");
        case KINESIS -> List.of("kms:GenerateDataKey");
      };
    }

    String beforeName() {
      return beforeName;
    }
  }

  static TargetSettings of(String name, JsonNode target) {
    Type type = type(target).orElseThrow();
    return new TargetSettings(
        name,
        type,
        TableSettings.text(target, type.nameKey()),
        TableSettings.text(target, type.arnKey()),
        TableSettings.text(target, "kmsKeyArn"),
        Optional.of(target.path("maxEntryBytes")).filter(JsonNode::isInt).map(JsonNode::asInt));
  }

  /**
   * Empty for a kind that somebody else brings: the relay knows it, the infrastructure does not.
   */
  static Optional<Type> type(JsonNode target) {
    return Arrays.stream(Type.values())
        .filter(each -> each.name().equalsIgnoreCase(target.path("type").asText()))
        .findFirst();
  }

  /** A bus that is there, or that the same app makes. */
  public static TargetSettings of(String name, IEventBus bus) {
    return existing(name, Type.EVENTBRIDGE, bus.getEventBusArn(), null);
  }

  /** A topic that is there, or that the same app makes. */
  public static TargetSettings of(String name, ITopic topic) {
    return existing(name, Type.SNS, topic.getTopicArn(), topic.getMasterKey());
  }

  /** A stream that is there, or that the same app makes. */
  public static TargetSettings of(String name, IStream stream) {
    return existing(name, Type.KINESIS, stream.getStreamArn(), stream.getEncryptionKey());
  }

  /** A queue that is there, or that the same app makes. */
  public static TargetSettings of(String name, IQueue queue) {
    return existing(name, Type.SQS, queue.getQueueArn(), queue.getEncryptionMasterKey());
  }

  private static TargetSettings existing(String name, Type type, String arn, @Nullable IKey key) {
    return new TargetSettings(
        name,
        type,
        Optional.empty(),
        Optional.of(arn),
        Optional.ofNullable(key).map(IKey::getKeyArn),
        Optional.empty());
  }
}
