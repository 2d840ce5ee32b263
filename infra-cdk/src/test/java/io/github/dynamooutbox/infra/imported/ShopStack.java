package io.github.dynamooutbox.infra.imported;

import io.github.dynamooutbox.infra.ConfigHandover;
import io.github.dynamooutbox.infra.ControlTable;
import io.github.dynamooutbox.infra.FunctionSettings;
import io.github.dynamooutbox.infra.LambdaRelay;
import io.github.dynamooutbox.infra.MappingSettings;
import io.github.dynamooutbox.infra.Monitoring;
import io.github.dynamooutbox.infra.OutboxConfig;
import io.github.dynamooutbox.infra.OutboxTable;
import io.github.dynamooutbox.infra.OutboxTargets;
import io.github.dynamooutbox.infra.Redriver;
import io.github.dynamooutbox.infra.RelayParts;
import java.util.Optional;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.Code;
import software.constructs.Construct;

/** A stack of somebody else's app; the documentation shows its middle. */
final class ShopStack extends Stack {
  ShopStack(Construct scope, OutboxConfig config, Code functions) {
    super(scope, "Shop");
    // snippet:start constructs
    OutboxTable table = new OutboxTable(this, "Outbox", config.table());
    ControlTable control = new ControlTable(this, "Control", "shop-control", table);
    OutboxTargets targets = new OutboxTargets(this, "Targets", config.targets(), true);
    ConfigHandover handover = new ConfigHandover(this, "Config", config, targets);
    RelayParts parts = new RelayParts(handover, table, targets, Optional.of(control));
    FunctionSettings size = new FunctionSettings(1024, 60, 30);
    LambdaRelay relay =
        new LambdaRelay(
            this,
            "Relay",
            new LambdaRelay.Props(functions, parts, size, new MappingSettings(500, 0, true)));
    Redriver redriver = new Redriver(this, "Redriver", functions, parts, size);
    Monitoring monitoring =
        new Monitoring(this, "Monitoring", handover.service(), targets, config.alarms());
    monitoring.watch(relay);
    monitoring.watch(redriver);
    // snippet:end
  }
}
