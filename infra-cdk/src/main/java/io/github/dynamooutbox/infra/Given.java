package io.github.dynamooutbox.infra;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.CfnGlobalTable;
import software.amazon.awscdk.services.dynamodb.CfnTable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.ec2.IVpc;
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
 * @param targets by their names in the document
 * @param constructs all resources whose names the relay reads
 */
record Given(
    Optional<ITable> table,
    Optional<ITable> control,
    Map<String, Resource> targets,
    Optional<IVpc> vpc,
    Optional<IKey> key,
    Optional<ITopic> alarms,
    List<IConstruct> constructs) {
  /**
   * What a target sends to.
   *
   * @param kmsKeyArn the customer key that encrypts it
   */
  record Resource(String arn, Optional<String> kmsKeyArn) {
    static Resource of(String arn, @Nullable IKey key) {
      return new Resource(arn, Optional.ofNullable(key).map(IKey::getKeyArn));
    }
  }

  static final Given NOTHING =
      new Given(
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  Given {
    targets = Collections.unmodifiableMap(new TreeMap<>(targets));
    constructs = List.copyOf(constructs);
  }

  /**
   * The constructs' names, where the template has them: a reference to a renamed one stays the
   * same, although it stands for another resource.
   */
  String names() {
    return constructs.stream().flatMap(Given::name).collect(Collectors.joining(" "));
  }

  private static Stream<String> name(IConstruct construct) {
    IConstruct made = construct.getNode().getDefaultChild();
    Object name =
        made instanceof CfnEventBus bus
            ? bus.getName()
            : made instanceof CfnTopic topic
                ? topic.getTopicName()
                : made instanceof CfnStream stream
                    ? stream.getName()
                    : made instanceof CfnQueue queue
                        ? queue.getQueueName()
                        : made instanceof CfnBucket bucket
                            ? bucket.getBucketName()
                            : made instanceof CfnTable table
                                ? table.getTableName()
                                : made instanceof CfnGlobalTable table
                                    ? table.getTableName()
                                    : null;
    return made instanceof CfnResource && name != null
        ? Stream.of(String.valueOf(Stack.of(made).resolve(name)))
        : Stream.empty();
  }
}
