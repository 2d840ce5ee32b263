package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.infra.Given.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.IConstruct;

/** What a {@link DynamoOutbox} is made of: a checked configuration, and the code to deploy. */
public final class DynamoOutboxProps {
  private final OutboxConfig config;
  private final Optional<RelayArtifacts> artifacts;

  private DynamoOutboxProps(OutboxConfig config, Optional<RelayArtifacts> artifacts) {
    this.config = config;
    this.artifacts = artifacts;
  }

  /** From a document that was read, with the code to deploy. */
  public static DynamoOutboxProps of(OutboxConfig config, RelayArtifacts artifacts) {
    return new DynamoOutboxProps(config, Optional.of(artifacts));
  }

  /** Starts with nothing: a table, a target and a route are needed. */
  public static Builder builder() {
    return new Builder();
  }

  OutboxConfig config() {
    return config;
  }

  RelayArtifacts artifacts() {
    return artifacts.orElseGet(RelayArtifacts::found);
  }

  /** Takes resources of the CDK, and keys of the document for the rest. Not thread-safe. */
  public static final class Builder {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode document = JsonNodeFactory.instance.objectNode();
    private final Map<String, Resource> targets = new TreeMap<>();
    private final List<IConstruct> constructs = new ArrayList<>();
    private Optional<ITable> table = Optional.empty();
    private Optional<ITable> control = Optional.empty();
    private Optional<IVpc> vpc = Optional.empty();
    private Optional<IKey> key = Optional.empty();
    private Optional<ITopic> alarms = Optional.empty();
    private Optional<RelayArtifacts> artifacts = Optional.empty();

    private Builder() {}

    /**
     * Sets a key of the document that has no method here.
     *
     * @param path as in the reference of the configuration, for example {@code relay.batchSize}
     * @param value what JSON would hold: a text, a number, a boolean, a list or a map
     */
    public Builder set(String path, Object value) {
      int last = path.lastIndexOf('.');
      ObjectNode section =
          last < 0
              ? document
              : document.withObject("/" + path.substring(0, last).replace('.', '/'));
      section.set(path.substring(last + 1), JSON.valueToTree(value));
      return this;
    }

    /** Creates a table with this name. */
    public Builder tableName(String name) {
      return set("table.name", name);
    }

    /** Uses a table that exists, or that the same app creates; it needs a stream of new images. */
    public Builder table(ITable existing) {
      table = Optional.of(existing);
      constructs.add(existing);
      return tableName("given-table");
    }

    /** Creates a control table with this name. */
    public Builder controlTableName(String name) {
      return set("controlTable.name", name);
    }

    /** Uses a control table that exists, or that the same app creates, with the keys PK and SK. */
    public Builder controlTable(ITable existing) {
      control = Optional.of(existing);
      constructs.add(existing);
      return controlTableName("given-control-table");
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, IEventBus bus) {
      return target(name, "eventbridge", bus, Resource.of(bus.getEventBusArn(), null), false);
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, ITopic topic) {
      return target(
          name,
          "sns",
          topic,
          Resource.of(topic.getTopicArn(), topic.getMasterKey()),
          Boolean.TRUE.equals(topic.getFifo()));
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, IStream stream) {
      return target(
          name,
          "kinesis",
          stream,
          Resource.of(stream.getStreamArn(), stream.getEncryptionKey()),
          false);
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, IQueue queue) {
      return target(
          name,
          "sqs",
          queue,
          Resource.of(queue.getQueueArn(), queue.getEncryptionMasterKey()),
          Boolean.TRUE.equals(queue.getFifo()));
    }

    /** Adds an archive, under the name that routes and metrics use. */
    public Builder target(String name, IBucket bucket) {
      return target(
          name, "s3", bucket, Resource.of(bucket.getBucketArn(), bucket.getEncryptionKey()), false);
    }

    /** Adds a route that sends every event to these targets. */
    public Builder route(String... to) {
      document.withArray("/routes").addObject().set("to", JSON.valueToTree(to));
      return this;
    }

    /**
     * Adds a route that sends events whose metadata match to these targets.
     *
     * @param match an event pattern, for example {@code Map.of("type", List.of("OrderPlaced"))}
     */
    public Builder route(Map<String, ?> match, String... to) {
      ObjectNode route = document.withArray("/routes").addObject();
      route.set("match", JSON.valueToTree(match));
      route.set("to", JSON.valueToTree(to));
      return this;
    }

    /** Runs the relay in this VPC. */
    public Builder vpc(IVpc existing) {
      vpc = Optional.of(existing);
      return this;
    }

    /** Encrypts new tables with this key. */
    public Builder key(IKey existing) {
      key = Optional.of(existing);
      return this;
    }

    /** Sends alarms to this topic. */
    public Builder alarmTopic(ITopic existing) {
      alarms = Optional.of(existing);
      return this;
    }

    /** The code to deploy; without it, the artifacts of this module's version are looked for. */
    public Builder artifacts(RelayArtifacts given) {
      artifacts = Optional.of(given);
      return this;
    }

    /**
     * Checks everything as a document is checked.
     *
     * @throws ConfigException if there are mistakes; it lists them all
     */
    public DynamoOutboxProps build() {
      OutboxConfig config = OutboxConfig.parse(document.toString());
      return new DynamoOutboxProps(
          config.with(new Given(table, control, targets, vpc, key, alarms, constructs)), artifacts);
    }

    private Builder target(
        String name, String type, IConstruct construct, Resource resource, boolean isFifo) {
      targets.put(name, resource);
      constructs.add(construct);
      ResourceKind kind =
          Objects.requireNonNull(DocumentKeys.kinds().get(type)).resource().orElseThrow();
      // Stands in for a name that is not known before deployment.
      document
          .withObject("/targets")
          .withObject("/" + name)
          .put("type", type)
          .put(kind.name().name(), "given-" + name + (isFifo ? ".fifo" : ""));
      return this;
    }
  }
}
