package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.archive.ArchiveFactory;
import io.github.dynamooutbox.aws.examine.RelayActions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;

/**
 * One target: created under its resource's name, or imported by ARN.
 *
 * @param name what routes and metrics call it
 * @param resourceName the resource's name, as it stands in the configuration
 * @param arn an existing resource
 * @param kmsKeyArn the customer key of a topic, stream, queue or bucket
 * @param maxEntryBytes the largest entry that a new topic, stream or queue takes, in bytes; without
 *     it, the service's default
 * @param prefix what the keys of an archive's objects begin with; empty for other kinds
 * @param brokers the brokers of a Kafka topic, which is never created; empty for other kinds
 */
public record TargetSettings(
    String name,
    Type type,
    Optional<String> resourceName,
    Optional<String> arn,
    Optional<String> kmsKeyArn,
    Optional<Integer> maxEntryBytes,
    String prefix,
    Optional<BrokerSettings> brokers) {

  /** What kind of target, with the keys that name its resource. */
  public enum Type {
    EVENTBRIDGE("bus", "event-bus/"),
    SNS("topic", ""),
    KINESIS("stream", "stream/"),
    SQS("queue", ""),
    S3("bucket", ""),
    KAFKA("", "");

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

    /** Whether it is an AWS resource, with a name and an ARN. */
    boolean isResource() {
      return !key.isEmpty();
    }

    /** All actions that a relay calls there. */
    List<String> actions() {
      return switch (this) {
        case EVENTBRIDGE -> RelayActions.BUS;
        case SNS -> RelayActions.TOPIC;
        case KINESIS -> RelayActions.DATA_STREAM;
        case SQS -> RelayActions.QUEUE;
        case S3 -> List.of("s3:PutObject");
        case KAFKA -> List.of();
      };
    }

    /** What sending needs on the customer key that encrypts the target. */
    List<String> keyActions() {
      return switch (this) {
        case EVENTBRIDGE, KAFKA -> List.of();
        case SNS, SQS -> List.of("kms:Decrypt", "kms:GenerateDataKey");
        case KINESIS, S3 -> List.of("kms:GenerateDataKey");
      };
    }

    String beforeName() {
      return beforeName;
    }

    /** Whether no other account and region has a resource of the same name. */
    boolean isUniqueEverywhere() {
      return this == S3;
    }

    /** The module that has this kind; empty if every relay has it. */
    Optional<String> artifact() {
      return switch (this) {
        case S3 -> Optional.of("archive-target");
        case KAFKA -> Optional.of("kafka-target");
        default -> Optional.empty();
      };
    }
  }

  static TargetSettings of(String name, JsonNode target) {
    Type type = type(target).orElseThrow();
    if (!type.isResource()) {
      return new TargetSettings(
          name,
          type,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "",
          Optional.of(BrokerSettings.of(name, target)));
    }
    return new TargetSettings(
        name,
        type,
        TableSettings.text(target, type.nameKey()),
        TableSettings.text(target, type.arnKey()),
        TableSettings.text(target, "kmsKeyArn"),
        Optional.of(target.path("maxEntryBytes")).filter(JsonNode::isInt).map(JsonNode::asInt),
        prefix(type, target),
        Optional.empty());
  }

  private static String prefix(Type type, JsonNode target) {
    return type == Type.S3 ? target.path("prefix").asText(ArchiveFactory.DEFAULT_PREFIX) : "";
  }

  /** The same, with what the document says about what is sent there. */
  TargetSettings sentAs(TargetSettings configured) {
    return new TargetSettings(
        name,
        type,
        resourceName,
        arn,
        kmsKeyArn,
        configured.maxEntryBytes,
        configured.prefix,
        brokers);
  }

  /** The part of a resource that the relay may act on. */
  String within(String resourceArn) {
    return type == Type.S3 ? resourceArn + "/" + prefix + "*" : resourceArn;
  }

  /** Empty for a kind of somebody else's: the relay knows it, the infrastructure does not. */
  static Optional<Type> type(JsonNode target) {
    return Arrays.stream(Type.values())
        .filter(each -> each.name().equalsIgnoreCase(target.path("type").asText()))
        .findFirst();
  }

  /** A bus that exists, or that the same app creates. */
  public static TargetSettings of(String name, IEventBus bus) {
    return existing(name, Type.EVENTBRIDGE, bus.getEventBusArn(), null);
  }

  /** A topic that exists, or that the same app creates. */
  public static TargetSettings of(String name, ITopic topic) {
    return existing(name, Type.SNS, topic.getTopicArn(), topic.getMasterKey());
  }

  /** A stream that exists, or that the same app creates. */
  public static TargetSettings of(String name, IStream stream) {
    return existing(name, Type.KINESIS, stream.getStreamArn(), stream.getEncryptionKey());
  }

  /** A queue that exists, or that the same app creates. */
  public static TargetSettings of(String name, IQueue queue) {
    return existing(name, Type.SQS, queue.getQueueArn(), queue.getEncryptionMasterKey());
  }

  /** A bucket that exists, or that the same app creates, for an archive. */
  public static TargetSettings of(String name, IBucket bucket) {
    return existing(name, Type.S3, bucket.getBucketArn(), bucket.getEncryptionKey());
  }

  private static TargetSettings existing(String name, Type type, String arn, @Nullable IKey key) {
    return new TargetSettings(
        name,
        type,
        Optional.empty(),
        Optional.of(arn),
        Optional.ofNullable(key).map(IKey::getKeyArn),
        Optional.empty(),
        type == Type.S3 ? ArchiveFactory.DEFAULT_PREFIX : "",
        Optional.empty());
  }
}
