package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.cli.internal.command.ParkedGroup;
import io.github.dynamooutbox.cli.internal.command.StatusReport;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.OutboxStatus;
import io.github.dynamooutbox.operations.operate.RelayLease;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Polls the state of the outbox and renders it as an event. Used by one thread. */
final class Overview {
  private final RelayConfig config;
  private final OutboxOperator operator;
  private final String leaseTable;
  private final FlowWindow flow;
  private final Causes causes;
  private OutboxStatus last;

  /**
   * Reads the state for the first time.
   *
   * @throws OperatorException if a table or the stream cannot be read
   */
  Overview(RelayConfig config, OutboxOperator operator, String leaseTable) {
    this.config = config;
    this.operator = operator;
    this.leaseTable = leaseTable;
    flow = new FlowWindow(names(config));
    causes = new Causes(operator);
    last = operator.status(leaseTable);
  }

  private static List<String> names(RelayConfig config) {
    return config.targets().stream().map(TargetConfig::name).toList();
  }

  /** Reads the state; if that fails, the event says why. */
  String event() {
    try {
      return LiveFeed.event("status", read().toString());
    } catch (OperatorException | ConfigException e) {
      return trouble(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return trouble("the console has failed: " + e.getClass().getName());
    }
  }

  private static String trouble(String message) {
    return LiveFeed.event(
        "trouble", JsonNodeFactory.instance.objectNode().put("error", message).toString());
  }

  private ObjectNode read() {
    OutboxStatus before = last;
    last = operator.status(leaseTable, before);
    boolean receipts = config.control().orElseThrow().receipts();
    List<ParkedGroup> groups = ParkedGroup.of(last.parked());
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.set(
        "status", new StatusReport(config.table().name(), last, unrenewed(before, last)).json());
    ArrayNode targets = document.putArray("targets");
    names(config).forEach(targets::add);
    if (receipts) {
      flow.read(operator, Instant.now());
      document.set("flow", flow.json());
    }
    ArrayNode findings = document.putArray("findings");
    new Concerns(last, groups, receipts).all().forEach(each -> each.write(findings.addObject()));
    document.put("calm", Concerns.calm(last));
    write(
        document.putArray("causes"),
        causes.of(groups.stream().filter(group -> group.events() > 0).toList()));
    return document;
  }

  /** Two reads that are too close together cannot show it. */
  private static Set<String> unrenewed(OutboxStatus before, OutboxStatus now) {
    if (now.at().isBefore(before.at().plus(RelayLease.RENEWED_WITHIN))) {
      return Set.of();
    }
    Map<String, RelayLease> leases = new HashMap<>();
    now.shards().forEach(shard -> shard.lease().ifPresent(it -> leases.put(shard.shard(), it)));
    return before.unrenewed(leases);
  }

  private static void write(ArrayNode all, Map<ParkedGroup, ParkedEvent> causes) {
    causes.forEach(
        (group, event) ->
            all.addObject()
                .put("target", group.target())
                .put("reason", group.reason().name())
                .put("aggregate", event.place().lane().aggregate())
                .put("code", event.cause().code())
                .put("message", event.cause().message()));
  }
}
