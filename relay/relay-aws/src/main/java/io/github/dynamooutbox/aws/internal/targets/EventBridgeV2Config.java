package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Registry;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Custom Event Bus of EventBridge.
 *
 * @param bus its ARN, or its name if the infrastructure has not resolved it yet
 * @param raw whether events are published as they are, or else in the envelope of Classic
 * @param registry for Avro and Protobuf
 */
public record EventBridgeV2Config(
    String name, String bus, boolean raw, Optional<Registry> registry, Sending sending)
    implements AwsConfig {
  @Override
  public List<String> unresolved() {
    return ResourceKind.isArn(bus)
        ? List.of()
        : List.of(
            "busArn: is missing: a Custom Event Bus has an id, busName \"%s\" is not enough"
                .formatted(bus));
  }

  @Override
  public Optional<TargetResource> resource() {
    List<String> actions =
        List.of("events:DescribeEventBus", raw ? "events:PutRawEvents" : "events:PutEvents");
    return Optional.of(new TargetResource(EventBridgeV2Factory.BUS, bus, "", actions));
  }

  /** The bus reads a registry of Glue with the publisher's credentials. */
  @Override
  public List<TargetRight> rights(AwsPlace place) {
    List<TargetRight> rights = new ArrayList<>(AwsConfig.super.rights(place));
    registry
        .map(Registry::uri)
        .filter(ResourceKind::isArn)
        .ifPresent(
            arn -> {
              rights.add(new TargetRight(List.of("glue:GetRegistry"), arn));
              // Glue developer guide, "IAM examples for deserializers": a schema's version is read
              // by its id, which has no ARN.
              rights.add(new TargetRight(List.of("glue:GetSchemaVersion"), "*"));
            });
    return rights;
  }

  @Override
  public void examine(TargetFindings findings) {
    if (!ResourceKind.isArn(bus)) {
      findings.unchecked(
          "is known by name only: \"%s\"".formatted(bus),
          "give busArn, or use the configuration that the stack generated, which contains it");
      return;
    }
    try (BusClient client = BusClient.builder().build()) {
      findings.look("events:DescribeEventBus", () -> report(client.describe(bus), findings));
    }
  }

  /** API reference, DescribeEventBus. */
  static void report(BusClient.Description bus, TargetFindings findings) {
    String why = bus.reason().map(reason -> " (" + reason + ")").orElse("");
    switch (bus.state()) {
      case "ACTIVE" -> findings.fine("is ACTIVE" + retention(bus));
      case "UPDATING", "UPDATE_FAILED" ->
          findings.advise(
              "is %s%s%s".formatted(bus.state(), why, retention(bus)),
              "wait for its update, or repeat it");
      case "CREATING" ->
          findings.wrong("is CREATING and accepts no events yet", "wait until it is ACTIVE");
      default ->
          findings.wrong(
              "is %s%s and accepts no events".formatted(bus.state(), why),
              "delete it, create it again, and set busArn to its new ARN");
    }
  }

  private static String retention(BusClient.Description bus) {
    return bus.retentionDays().isPresent()
        ? " and retains events for %d days".formatted(bus.retentionDays().getAsInt())
        : "";
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    return new EventBridgeV2Target(this, host.client(BusClient.class, BusClient::builder), host);
  }
}
