package io.github.dynamooutbox.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** A stack with everything that one configuration describes. */
public final class OutboxStack extends Stack {
  private final DynamoOutbox outbox;

  /**
   * @param artifacts the code to deploy
   */
  public OutboxStack(Construct scope, OutboxConfig config, RelayArtifacts artifacts) {
    this(scope, config.stackName(), config, artifacts, props(config));
  }

  /**
   * @param artifacts the code to deploy
   * @param props the stack's properties; they take precedence over the document's account and
   *     region
   */
  public OutboxStack(
      Construct scope, String id, OutboxConfig config, RelayArtifacts artifacts, StackProps props) {
    super(scope, id, props);
    // This id is not part of the names of what is in it.
    this.outbox = new DynamoOutbox(this, "Default", DynamoOutboxProps.of(config, artifacts));
    outputs();
  }

  /** The outbox in this stack. */
  public DynamoOutbox outbox() {
    return outbox;
  }

  /**
   * A stack for each configuration. A replica's stack is deployed after that of its table.
   *
   * @param configs in the order in which {@link OutboxConfig#parseAll} returns them
   * @param artifacts new ones for each stack, as the CDK requires
   */
  public static List<OutboxStack> all(
      Construct scope, List<OutboxConfig> configs, Supplier<RelayArtifacts> artifacts) {
    List<OutboxStack> stacks = new ArrayList<>();
    Optional<OutboxStack> table = Optional.empty();
    for (OutboxConfig config : configs) {
      OutboxStack stack = new OutboxStack(scope, config, artifacts.get());
      if (config.isReplica()) {
        table.ifPresent(maker -> stack.addStackDependency(maker));
      } else {
        table = Optional.of(stack);
      }
      stacks.add(stack);
    }
    return stacks;
  }

  /** The first two of the region's zones, without asking an account which they are. */
  @Override
  public List<String> getAvailabilityZones() {
    List<String> zones = Fn.getAzs();
    return List.of(Fn.select(0, zones), Fn.select(1, zones));
  }

  private void outputs() {
    outbox
        .lambdaRelay()
        .ifPresent(
            relay -> {
              output("RelayFunction", relay.function().getFunctionName());
              output("EventSourceMapping", relay.mappingId());
              output("FailedBatchesBucket", relay.failedBatchesBucket());
            });
    outbox
        .kclRelay()
        .ifPresent(
            relay -> {
              output("RelayCluster", relay.clusterName());
              output("RelayService", relay.serviceName());
            });
    outbox
        .payloads()
        .ifPresent(payloads -> output("PayloadBucket", payloads.bucket().getBucketName()));
    outbox
        .redriver()
        .ifPresent(redriver -> output("RedriveFunction", redriver.function().getFunctionName()));
    outbox
        .heartbeatFunction()
        .ifPresent(heart -> output("HeartbeatFunction", heart.function().getFunctionName()));
  }

  private void output(String name, String value) {
    CfnOutput.Builder.create(this, name).value(value).build();
  }

  private static StackProps props(OutboxConfig config) {
    Environment.Builder environment = Environment.builder();
    config.account().ifPresent(environment::account);
    config.region().ifPresent(environment::region);
    return StackProps.builder()
        .description("Dynamo Outbox of the table " + config.table().name())
        .env(environment.build())
        .build();
  }
}
