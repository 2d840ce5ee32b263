package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Objects;
import java.util.Optional;

/**
 * One target: created under its resource's name, or imported by ARN.
 *
 * @param kind what every relay knows of its kind
 * @param relayed the target as the relay reads it
 * @param resourceName the resource's name, as it stands in the configuration
 * @param arn an existing resource
 * @param kmsKeyArn the customer key of a resource
 * @param maxEntryBytes the largest entry that a new resource takes, in bytes; without it, the
 *     service's default
 * @param retentionDays for how long a new resource keeps events; empty where it is no setting
 * @param brokers the brokers of a Kafka topic, which is never created; empty for other kinds
 */
public record TargetSettings(
    TargetFactory kind,
    TargetConfig relayed,
    Optional<String> resourceName,
    Optional<String> arn,
    Optional<String> kmsKeyArn,
    Optional<Integer> maxEntryBytes,
    Optional<Integer> retentionDays,
    Optional<BrokerSettings> brokers) {
  /** A target of a kind that the stack {@link #isKnown knows}. */
  static TargetSettings of(String name, JsonNode target) {
    TargetFactory kind =
        Objects.requireNonNull(DocumentKeys.kinds().get(target.path("type").asText()));
    Optional<ResourceKind> resource = kind.resource();
    return new TargetSettings(
        kind,
        relayed(name, target),
        resource.flatMap(each -> TableSettings.text(target, each.name().name())),
        resource.flatMap(each -> TableSettings.text(target, each.arn().name())),
        resource
            .flatMap(ResourceKind::kmsKey)
            .flatMap(key -> TableSettings.text(target, key.name())),
        Optional.of(target.path("maxEntryBytes")).filter(JsonNode::isInt).map(JsonNode::asInt),
        retentionDays(kind, target),
        target.has("bootstrapServers") ? Optional.of(BrokerSettings.of(target)) : Optional.empty());
  }

  private static Optional<Integer> retentionDays(TargetFactory kind, JsonNode target) {
    return kind.keys().keys().stream()
        .filter(key -> key.name().equals("retentionDays"))
        .findFirst()
        .flatMap(Key::standard)
        .map(standard -> target.path("retentionDays").asInt((Integer) standard));
  }

  /** Read by the relay's own reader, in a document that has nothing else. */
  private static TargetConfig relayed(String name, JsonNode target) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject("table").put("name", "any");
    document.putObject("targets").set(name, target);
    document.putArray("routes").addObject().putArray("to").add(name);
    return RelayConfig.parse(document.toString()).targets().iterator().next();
  }

  /**
   * Whether the stack can deploy a relay with this target: a third party's kind the relay knows,
   * and the stack does not.
   */
  static boolean isKnown(JsonNode target) {
    return Optional.ofNullable(DocumentKeys.kinds().get(target.path("type").asText()))
        .flatMap(TargetFactory::artifact)
        .isPresent();
  }

  /** What routes and metrics call it. */
  public String name() {
    return relayed.name();
  }

  /** Its AWS resource; empty if it is none. */
  Optional<TargetResource> resource() {
    return relayed.resource();
  }

  /** The same, with a resource that the same app creates or imports. */
  TargetSettings existing(Given.Resource given) {
    return new TargetSettings(
        kind,
        relayed,
        Optional.empty(),
        Optional.of(given.arn()),
        given.kmsKeyArn(),
        maxEntryBytes,
        retentionDays,
        brokers);
  }
}
