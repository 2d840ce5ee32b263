package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Optional;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/**
 * An EventBridge bus.
 *
 * @param bus ARN of the event bus, or its name
 */
public record EventBridgeConfig(String name, String bus, Sending sending) implements AwsConfig {
  @Override
  public Optional<TargetResource> resource() {
    return Optional.of(new TargetResource(EventBridgeFactory.BUS, bus));
  }

  @Override
  public void examine(TargetFindings findings) {
    try (EventBridgeClient client = EventBridgeClient.create()) {
      findings.look(
          "events:DescribeEventBus",
          () -> {
            client.describeEventBus(request -> request.name(bus));
            findings.fine("is there: bus " + bus);
          });
    }
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    EventBridgeClient client = host.client(EventBridgeClient.class, EventBridgeClient::builder);
    return new EventBridgeTarget(name, bus, sending, client, host.executor(), host.clock());
  }
}
