package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamEncryption;
import software.amazon.awscdk.services.kinesis.StreamMode;
import software.amazon.awscdk.services.kms.Alias;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/** Where events go: what is named is created, what has an ARN is used as it is. */
public final class Targets extends Construct {
  private final List<TargetSettings> settings;
  private final Map<String, String> arns = new TreeMap<>();
  private final RemovalPolicy removal;
  private Optional<IKey> snsKey = Optional.empty();

  /**
   * @param retain whether what is created stays when the stack is removed
   */
  public Targets(Construct scope, String id, List<TargetSettings> settings, boolean retain) {
    super(scope, id);
    this.settings = List.copyOf(settings);
    this.removal = OutboxTable.removal(retain);
    for (TargetSettings target : settings) {
      arns.put(target.name(), target.arn().orElseGet(() -> create(target)));
    }
  }

  /** The ARN of each target, by the target's name. */
  public Map<String, String> arns() {
    return Map.copyOf(arns);
  }

  /** The targets' names, as metrics call them. */
  public List<String> names() {
    return List.copyOf(arns.keySet());
  }

  /** Lets a relay publish. */
  void allow(RelayRole relay) {
    for (TargetSettings target : settings) {
      relay.allow(
          target.type().actions(), List.of(Objects.requireNonNull(arns.get(target.name()))));
    }
  }

  private String create(TargetSettings target) {
    String id = target.name();
    String resource = target.resourceName().orElseThrow();
    return switch (target.type()) {
      case EVENTBRIDGE -> bus(id, resource);
      case SNS -> topic(id, resource);
      case KINESIS -> stream(id, resource);
    };
  }

  private String bus(String id, String name) {
    EventBus bus = EventBus.Builder.create(this, id).eventBusName(name).build();
    bus.applyRemovalPolicy(removal);
    return bus.getEventBusArn();
  }

  private String topic(String id, String name) {
    Topic.Builder topic =
        Topic.Builder.create(this, id).topicName(name).masterKey(snsKey()).enforceSsl(true);
    if (name.endsWith(".fifo")) {
      topic.fifo(true);
    }
    Topic built = topic.build();
    built.applyRemovalPolicy(removal);
    return built.getTopicArn();
  }

  private String stream(String id, String name) {
    return Stream.Builder.create(this, id)
        .streamName(name)
        .streamMode(StreamMode.ON_DEMAND)
        .encryption(StreamEncryption.MANAGED)
        .removalPolicy(removal)
        .build()
        .getStreamArn();
  }

  /** The account's key for SNS; its policy lets everybody use it who may publish. */
  private IKey snsKey() {
    return snsKey.orElseGet(
        () -> {
          IKey key = Alias.fromAliasName(this, "SnsKey", "alias/aws/sns");
          snsKey = Optional.of(key);
          return key;
        });
  }
}
