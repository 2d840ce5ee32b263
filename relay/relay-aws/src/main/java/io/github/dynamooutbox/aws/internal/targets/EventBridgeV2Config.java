package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.examine.RelayActions;
import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Registry;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Custom Event Bus of EventBridge.
 *
 * @param bus its ARN
 * @param raw whether events are published as they are, or else in the envelope of Classic
 * @param registry for Avro and Protobuf
 * @param key ARN of the customer managed key that encrypts the bus
 */
public record EventBridgeV2Config(
    String name,
    String bus,
    boolean raw,
    Optional<Registry> registry,
    Optional<String> key,
    Sending sending)
    implements AwsConfig {
  @Override
  public List<TargetRight> rights(AwsPlace place) {
    List<TargetRight> rights = new ArrayList<>();
    rights.add(new TargetRight(raw ? RelayActions.RAW_CUSTOM_BUS : RelayActions.CUSTOM_BUS, bus));
    // User guide, "Encryption": who may not read the bus's events may not publish them either.
    key.ifPresent(arn -> rights.add(new TargetRight(List.of("kms:Decrypt"), arn)));
    return rights;
  }

  @Override
  public void examine(TargetFindings findings) {
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
