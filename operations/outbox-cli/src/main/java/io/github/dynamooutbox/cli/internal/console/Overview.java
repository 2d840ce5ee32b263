package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.cli.internal.command.StatusReport;
import io.github.dynamooutbox.cli.internal.verdict.Causes;
import io.github.dynamooutbox.cli.internal.verdict.Verdict;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.OutboxStatus;
import io.github.dynamooutbox.operations.operate.RelayLease;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the state of the outbox again and again. Used by one thread at a time. */
final class Overview {
  private final RelayConfig config;
  private final OutboxOperator operator;
  private final String leaseTable;
  private final String place;
  private final FlowWindow flow;
  private final Causes causes;
  private OutboxStatus last;

  /**
   * Reads the state for the first time.
   *
   * @param place account, region and table
   * @throws OperatorException if a table or the stream cannot be read
   */
  Overview(RelayConfig config, OutboxOperator operator, String leaseTable, String place) {
    this.place = place;
    this.config = config;
    this.operator = operator;
    this.leaseTable = leaseTable;
    flow = new FlowWindow(names(config), FlowWindow.STEP);
    causes = new Causes(operator, new RecordCodec(config.table().schema()), InstantSource.system());
    last = operator.status(leaseTable);
  }

  static List<String> names(RelayConfig config) {
    return config.targets().stream().map(TargetConfig::name).toList();
  }

  /** Reads the state; if that fails, it says why. */
  ObjectNode state() {
    try {
      return read();
    } catch (OperatorException | ConfigException e) {
      return trouble(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return trouble("the console has failed: " + e.getClass().getName());
    }
  }

  private static ObjectNode trouble(String message) {
    return JsonNodeFactory.instance.objectNode().put("error", message);
  }

  private ObjectNode read() {
    OutboxStatus before = last;
    last = operator.status(leaseTable, before);
    boolean receipts = config.control().orElseThrow().receipts();
    Set<String> unrenewed = unrenewed(before, last);
    if (receipts) {
      flow.read(operator, Instant.now());
    }
    Verdict verdict = Verdict.of(last, unrenewed, receipts, flow.isThere(), causes);
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("in", place);
    document.set("status", StatusReport.of(config, last, unrenewed, verdict).json());
    ArrayNode targets = document.putArray("targets");
    names(config).forEach(targets::add);
    if (receipts) {
      document.set("flow", flow.json());
    }
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
}
