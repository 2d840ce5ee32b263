package io.github.dynamooutbox.infra;

import java.util.Optional;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.lambda.Code;
import software.constructs.Construct;

/** Everything that one configuration asks for. */
public final class OutboxStack extends Stack {
  /**
   * @param code the jar of {@code stream-relay-lambda} for functions
   */
  public OutboxStack(Construct scope, OutboxConfig config, Code code) {
    super(scope, config.stackName(), props(config));
    OutboxTable table = new OutboxTable(this, "Outbox", config.table());
    Optional<ControlTable> control =
        config.controlTable().map(name -> new ControlTable(this, "Control", name, table));
    Targets targets = new Targets(this, "Targets", config.targets(), config.table().retain());
    RelaySource source = RelaySource.of(config, targets, code);
    LambdaRelay relay =
        new LambdaRelay(
            this, "Lambda", source, table, targets, control, config.function(), config.mapping());
    Optional<Redriver> redriver =
        control
            .filter(exists -> config.redrives())
            .map(lot -> new Redriver(this, "Redriver", source, targets, lot, config.function()));
    new Monitoring(this, "Monitoring", source.service(), relay, redriver, targets, config.alarms());
    Reasons.note(this);
    output("RelayFunction", relay.function().getFunctionName());
    output("EventSourceMapping", relay.mappingId());
    output("FailedBatchesBucket", relay.failedBatchesBucket());
    redriver.ifPresent(each -> output("RedriveFunction", each.function().getFunctionName()));
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
