package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.infra.Given.Network;
import io.github.dynamooutbox.infra.Given.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;

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

    /** What the CDK puts into a list whose values it does not know yet. */
    private static final String LIST_TOKEN = "#{Token[";

    private static final String GIVEN_TABLE = "given-table";
    private static final String GIVEN_CONTROL = "given-control-table";

    private final ObjectNode document = JsonNodeFactory.instance.objectNode();
    private final Map<String, Resource> targets = new TreeMap<>();
    private final Map<String, String> standIns = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private Optional<ITable> table = Optional.empty();
    private Optional<ITable> control = Optional.empty();
    private Optional<Network> vpc = Optional.empty();
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
      String[] keys = path.split("\\.", -1);
      JsonNode json = ContextDocument.json(keys[0], keys.length, value);
      if (!isKnown(path, json)) {
        return this;
      }
      ObjectNode section = document;
      for (int i = 0; i < keys.length - 1; i++) {
        JsonNode there = section.path(keys[i]);
        if (there.isMissingNode()) {
          section = section.putObject(keys[i]);
        } else if (there instanceof ObjectNode object) {
          section = object;
        } else {
          problems.add(
              "%s: cannot be set, because %s is already %s; set one of them"
                  .formatted(path, String.join(".", Arrays.copyOf(keys, i + 1)), there));
          return this;
        }
      }
      String last = keys[keys.length - 1];
      if (section.path(last) instanceof ObjectNode && !json.isObject()) {
        problems.add("%s: %s must be an object of keys; set %s.<key>".formatted(path, json, path));
        return this;
      }
      section.set(last, json);
      return this;
    }

    /** Whether a value can be checked. */
    private boolean isKnown(String path, JsonNode json) {
      if (isUnknown(json)) {
        problems.add(
            "%s: contains a token of the CDK, whose value is only known during the deployment, and is checked now; give the value, or the construct where this builder has a method for it"
                .formatted(path));
        return false;
      }
      return true;
    }

    private static boolean isUnknown(JsonNode json) {
      return json.isContainerNode()
          ? json.valueStream().anyMatch(Builder::isUnknown)
          : json.asText().startsWith(LIST_TOKEN)
              || Token.isUnresolved(json.isNumber() ? json.numberValue() : json.asText());
    }

    /** Creates a table with this name. */
    public Builder tableName(String name) {
      return set("table.name", name);
    }

    /** Uses a table that exists, or that the same app creates; it needs a stream of new images. */
    public Builder table(ITable existing) {
      table = Optional.of(existing);
      return stand("table", GIVEN_TABLE);
    }

    /** Stands for a name, which the document needs. */
    private Builder stand(String section, String name) {
      if (!document.path(section).path("name").asText(name).equals(name)) {
        problems.add(
            "%s.name: has no effect beside a table that is given; remove it".formatted(section));
      }
      return set(section + ".name", name);
    }

    /** Creates a control table with this name. */
    public Builder controlTableName(String name) {
      return set("controlTable.name", name);
    }

    /** Uses a control table that exists, or that the same app creates, with the keys PK and SK. */
    public Builder controlTable(ITable existing) {
      control = Optional.of(existing);
      return stand("controlTable", GIVEN_CONTROL);
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, IEventBus bus) {
      return target(name, Resource.of("eventbridge", bus, bus.getEventBusArn(), null), false);
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, CustomEventBus bus) {
      Resource resource = Resource.of(CustomEventBus.KIND, bus, bus.arn(), bus.key().orElse(null));
      return target(name, resource, false);
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, ITopic topic) {
      return target(
          name,
          Resource.of("sns", topic, topic.getTopicArn(), topic.getMasterKey()),
          Boolean.TRUE.equals(topic.getFifo()));
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, IStream stream) {
      return target(
          name,
          Resource.of("kinesis", stream, stream.getStreamArn(), stream.getEncryptionKey()),
          false);
    }

    /** Adds a target, under the name that routes and metrics use. */
    public Builder target(String name, IQueue queue) {
      return target(
          name,
          Resource.of("sqs", queue, queue.getQueueArn(), queue.getEncryptionMasterKey()),
          Boolean.TRUE.equals(queue.getFifo()));
    }

    /** Adds an archive, under the name that routes and metrics use. */
    public Builder target(String name, IBucket bucket) {
      return target(
          name, Resource.of("s3", bucket, bucket.getBucketArn(), bucket.getEncryptionKey()), false);
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
      JsonNode pattern = ContextDocument.json("routes", 3, match);
      if (!isKnown("routes[%d].match".formatted(document.path("routes").size()), pattern)) {
        return this;
      }
      ObjectNode route = document.withArray("/routes").addObject();
      route.set("match", pattern);
      route.set("to", JSON.valueToTree(to));
      return this;
    }

    /** Runs the relay in the private subnets of this VPC. */
    public Builder vpc(IVpc existing) {
      return vpc(existing, RelayNetwork.PRIVATE);
    }

    /** Runs the relay in these subnets of a VPC, for example isolated ones. */
    public Builder vpc(IVpc existing, SubnetSelection subnets) {
      vpc = Optional.of(new Network(existing, subnets, vpc.filter(Network::endpoints).isPresent()));
      return this;
    }

    /**
     * Creates interface endpoints for the services that the relay calls, in the VPC that was given:
     * for subnets without NAT.
     */
    public Builder vpcEndpoints() {
      if (vpc.isEmpty()) {
        problems.add("vpcEndpoints: give the VPC first, with vpc(...)");
      }
      vpc = vpc.map(given -> new Network(given.vpc(), given.subnets(), true));
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
     * @throws ConfigException if there are errors; it lists them all
     */
    public DynamoOutboxProps build() {
      named("table", table, GIVEN_TABLE);
      named("controlTable", control, GIVEN_CONTROL);
      standIns.forEach(this::unchanged);
      if (!problems.isEmpty()) {
        throw new ConfigException(problems);
      }
      Given given = new Given(true, table, control, targets, vpc, key, alarms);
      List<OutboxConfig> configs = new ConfigReader(given).read(document.toString());
      if (configs.size() > 1) {
        throw new ConfigException(
            List.of(
                "infrastructure: describes %d stacks, and a construct is in one; make a construct for each, without environments and replicas"
                    .formatted(configs.size())));
      }
      return new DynamoOutboxProps(configs.get(0), artifacts);
    }

    private void named(String section, Optional<ITable> given, String name) {
      if (given.isPresent() && !document.path(section).path("name").asText().equals(name)) {
        problems.add(
            "%s.name: has no effect beside a table that is given; remove it".formatted(section));
      }
    }

    private Builder target(String name, Resource resource, boolean isFifo) {
      if (!isKnown("targets", JSON.valueToTree(name))) {
        return this;
      }
      if (document.path("targets").path(name).has("type")) {
        problems.add(
            "targets.%s: is given twice; keep one, or name one of them otherwise".formatted(name));
        return this;
      }
      targets.put(name, resource);
      // Stands in for a name that is not known before deployment.
      standIns.put(name, "given-" + targets.size() + (isFifo ? ".fifo" : ""));
      document
          .withObject("/targets")
          .withObject("/" + name.replace("~", "~0").replace("/", "~1"))
          .put("type", resource.type())
          .put(kind(resource).name().name(), standIns.get(name));
      return this;
    }

    private static ResourceKind kind(Resource given) {
      return Objects.requireNonNull(DocumentKeys.kinds().get(given.type()))
          .resource()
          .orElseThrow();
    }

    /** Nothing else may say which resource a target that was given is. */
    private void unchanged(String target, String standIn) {
      JsonNode keys = document.path("targets").path(target);
      ResourceKind kind = kind(Objects.requireNonNull(targets.get(target)));
      if (!keys.path(kind.name().name()).asText().equals(standIn)) {
        noEffect(target, kind.name());
      }
      Stream.concat(Stream.of(kind.arn()), kind.kmsKey().stream())
          .filter(key -> keys.has(key.name()))
          .forEach(key -> noEffect(target, key));
    }

    private void noEffect(String target, Key<?> key) {
      problems.add(
          "targets.%s.%s: has no effect beside a resource that is given; remove it"
              .formatted(target, key.name()));
    }
  }
}
