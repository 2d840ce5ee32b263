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

/** Everything that one configuration asks for. */
public final class OutboxStack extends Stack {
  private final OutboxConfig config;
  private final RelayArtifacts artifacts;

  /**
   * @param artifacts what is deployed to run
   */
  public OutboxStack(Construct scope, OutboxConfig config, RelayArtifacts artifacts) {
    super(scope, config.stackName(), props(config));
    this.config = config;
    this.artifacts = artifacts;
    OutboxTable table = new OutboxTable(this, "Outbox", config.table());
    Optional<ControlTable> control =
        config.controlTable().map(name -> new ControlTable(this, "Control", name, table));
    Targets targets = new Targets(this, "Targets", config.targets(), config.table().retain());
    ConfigHandover handover = new ConfigHandover(this, "Config", config, targets);
    RelayParts parts = new RelayParts(handover, table, targets, control);
    Monitoring monitoring =
        new Monitoring(this, "Monitoring", handover.service(), targets, config.alarms());
    if (config.hasService()) {
      service(parts, monitoring);
    } else {
      function(parts, monitoring);
    }
    if (config.redrives()) {
      redriver(parts, monitoring);
    }
    if (config.heartbeat().enabled()) {
      heartbeat(table, monitoring);
    }
  }

  /**
   * A stack for each configuration. That of a replica is deployed after that of its table.
   *
   * @param configs in the order in which {@link OutboxConfig#parseAll} returns them
   * @param artifacts fresh ones for each stack, as the CDK wants them
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

  private void function(RelayParts parts, Monitoring monitoring) {
    LambdaRelay relay =
        new LambdaRelay(
            this,
            "Lambda",
            new LambdaRelay.Props(
                artifacts.functions(), parts, config.function(), config.mapping()));
    monitoring.watch(relay);
    output("RelayFunction", relay.function().getFunctionName());
    output("EventSourceMapping", relay.mappingId());
    output("FailedBatchesBucket", relay.failedBatchesBucket());
  }

  private void service(RelayParts parts, Monitoring monitoring) {
    ServiceSettings settings = config.service();
    KclRelay relay =
        new KclRelay(
            this,
            "Service",
            new KclRelay.Props(
                settings
                    .image()
                    .map(image -> RelayImage.existing(this, image))
                    .orElse(artifacts.service()),
                parts,
                settings,
                new RelayNetwork(this, "Network", config.network())));
    monitoring.watch(relay);
    output("RelayCluster", relay.clusterName());
    output("RelayService", relay.serviceName());
  }

  private void redriver(RelayParts parts, Monitoring monitoring) {
    Redriver redriver =
        new Redriver(this, "Redriver", artifacts.functions(), parts, config.function());
    monitoring.watch(redriver);
    output("RedriveFunction", redriver.function().getFunctionName());
  }

  private void heartbeat(OutboxTable table, Monitoring monitoring) {
    Heartbeat heartbeat =
        new Heartbeat(
            this,
            "Heartbeat",
            new Heartbeat.Props(
                artifacts.heartbeat(),
                table,
                config.heartbeat(),
                config.function().logRetentionDays()));
    monitoring.watch(heartbeat);
    output("HeartbeatFunction", heartbeat.function().getFunctionName());
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
