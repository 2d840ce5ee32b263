package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.IResource;
import software.amazon.awscdk.services.dynamodb.CfnGlobalTable;
import software.amazon.awscdk.services.dynamodb.CfnTable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.events.CfnEventBus;
import software.amazon.awscdk.services.kinesis.CfnStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.CfnBucket;
import software.amazon.awscdk.services.sns.CfnTopic;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.constructs.IConstruct;

/**
 * Resources of the CDK that take the place of what a document names.
 *
 * @param isTyped whether a builder was given them, and its stack the rest
 * @param targets by their names in the document
 */
record Given(
    boolean isTyped,
    Optional<ITable> table,
    Optional<ITable> control,
    Map<String, Resource> targets,
    Optional<Network> vpc,
    Optional<IKey> key,
    Optional<ITopic> alarms) {
  /**
   * Where the relay runs.
   *
   * @param subnets from which the services' endpoints can be reached
   * @param endpoints whether to create interface endpoints for the services that the relay calls
   */
  record Network(IVpc vpc, SubnetSelection subnets, boolean endpoints) {}

  /**
   * What a target sends to.
   *
   * @param type the target's
   * @param key the customer key that encrypts it
   */
  record Resource(String type, IResource construct, String arn, Optional<IKey> key) {
    static Resource of(String type, IResource construct, String arn, @Nullable IKey key) {
      return new Resource(type, construct, arn, Optional.ofNullable(key));
    }

    Optional<String> kmsKeyArn() {
      return key.map(IKey::getKeyArn);
    }

    /** As the target of this name. */
    Used used(String target) {
      return Used.of("targets." + target, construct, arn);
    }

    /** Its name; empty if that is only known during the deployment. */
    Optional<String> name(ResourceKind kind) {
      if (construct.getNode().getDefaultChild() != null) {
        return nameOf(construct);
      }
      // An ARN can be a single token.
      return Stream.of(arn.split(":", 6))
          .skip(5)
          .map(last -> last.substring(Math.min(kind.beforeName().length(), last.length())))
          .findFirst()
          .flatMap(Deployment.Place::known);
    }
  }

  static final Given NOTHING =
      new Given(
          false,
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  Given {
    targets = Collections.unmodifiableMap(new TreeMap<>(targets));
  }

  /** The customer keys of what was given, and that of new tables, each with what is said of it. */
  Map<String, IKey> keys() {
    Map<String, IKey> keys = new TreeMap<>();
    key.ifPresent(it -> keys.put("key", it));
    table.map(ITable::getEncryptionKey).ifPresent(it -> keys.put(Used.TABLE, it));
    control.map(ITable::getEncryptionKey).ifPresent(it -> keys.put(Used.CONTROL_TABLE, it));
    targets.forEach(
        (name, target) -> target.key().ifPresent(it -> keys.put("targets." + name, it)));
    return keys;
  }

  /** All of them. */
  List<Used> used() {
    List<Used> used = new ArrayList<>();
    table.ifPresent(it -> used.add(Used.of(Used.TABLE, it, it.getTableArn())));
    control.ifPresent(it -> used.add(Used.of(Used.CONTROL_TABLE, it, it.getTableArn())));
    targets.forEach((name, target) -> used.add(target.used(name)));
    key.ifPresent(it -> used.add(Used.of("key", it, it.getKeyArn())));
    vpc.map(Network::vpc).ifPresent(it -> used.add(Used.of("vpc", it, it.getVpcArn())));
    alarms.ifPresent(it -> used.add(Used.of(Used.ALARM_TOPIC, it, it.getTopicArn())));
    return used;
  }

  /**
   * What another resource follows from, where the app makes it: a reference to a renamed one, or to
   * a table with other keys, stays the same, although it stands for another resource.
   */
  String names() {
    return Stream.of(
            table.stream(), control.stream(), targets.values().stream().map(Resource::construct))
        .flatMap(each -> each)
        .map(Given::replacing)
        .filter(properties -> !properties.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String replacing(IConstruct construct) {
    if (construct instanceof CustomEventBus bus) {
      return bus.name().orElse("");
    }
    IConstruct made = construct.getNode().getDefaultChild();
    return made == null
        ? ""
        : properties(made).stream()
            .map(property -> TableShape.json(made, property).toString())
            .collect(Collectors.joining(" "));
  }

  /** The name, and what else a resource cannot change. */
  private static List<@Nullable Object> properties(IConstruct made) {
    return made instanceof CfnEventBus bus
        ? list(bus.getName())
        : made instanceof CfnTopic topic
            ? list(topic.getTopicName(), topic.getFifoTopic())
            : made instanceof CfnStream stream
                ? list(stream.getName())
                : made instanceof CfnQueue queue
                    ? list(queue.getQueueName(), queue.getFifoQueue())
                    : made instanceof CfnBucket bucket
                        ? list(bucket.getBucketName())
                        : made instanceof CfnTable table
                            ? list(
                                table.getTableName(),
                                table.getKeySchema(),
                                table.getLocalSecondaryIndexes())
                            : made instanceof CfnGlobalTable table
                                ? list(
                                    table.getTableName(),
                                    table.getKeySchema(),
                                    table.getLocalSecondaryIndexes())
                                : list();
  }

  private static List<@Nullable Object> list(@Nullable Object... properties) {
    return Arrays.asList(properties);
  }

  /** The name of what the app makes; empty if it is only known during the deployment. */
  static Optional<String> nameOf(IConstruct construct) {
    if (construct instanceof CustomEventBus bus) {
      return bus.name();
    }
    return construct.getNode().getDefaultChild() instanceof CfnResource made
        ? nameOfResource(made)
        : Optional.empty();
  }

  /** The name of a resource of a template, if it is one of a kind that targets and tables have. */
  static Optional<String> nameOfResource(CfnResource made) {
    return properties(made).stream()
        .limit(1)
        .map(name -> TableShape.json(made, name))
        .filter(name -> name.isTextual())
        .map(name -> name.asText())
        .findFirst();
  }
}
