package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.cli.internal.verdict.Verdict;
import io.github.dynamooutbox.operations.operate.OutboxStatus;
import io.github.dynamooutbox.operations.operate.ShardLag;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * The state of the outbox, on one screen.
 *
 * @param silent what {@code relay.regions} lacks; empty if nothing
 * @param unrenewed ids of shards whose lease has an owner that does not renew it
 */
public record StatusReport(
    String table,
    Optional<String> silent,
    OutboxStatus status,
    Set<String> unrenewed,
    Verdict verdict)
    implements Report {
  /** Of a relay that runs where this command looks. */
  public static StatusReport of(
      RelayConfig config, OutboxStatus status, Set<String> unrenewed, Verdict verdict) {
    return new StatusReport(config.table().name(), silent(config), status, unrenewed, verdict);
  }

  private static Optional<String> silent(RelayConfig config) {
    // Where no regions are named, there is no need to find out which one this is.
    return config.relay().regions().isEmpty()
        ? Optional.empty()
        : config
            .relay()
            .silentIn(DefaultAwsRegionProviderChain.builder().build().getRegion().id())
            .map("relay.regions: "::concat);
  }

  @Override
  public void print(Page page) {
    silent.ifPresent(page::bad);
    page.line("%s at %s".formatted(table, status.at().truncatedTo(ChronoUnit.SECONDS)));
    page.blank();
    verdict.print(page);
    page.blank();
    shards(page);
    page.line(heartbeat());
    page.blank();
    targets(page);
    page.blank();
    page.heading("Parked");
    new ParkedSummary(status.parked(), status.at()).print(page);
  }

  private void shards(Page page) {
    if (status.shards().isEmpty()) {
      page.bad("The table has no stream.");
      return;
    }
    Table shards = Table.of("SHARD", "RELAYED BY", "LAG");
    status
        .shards()
        .forEach(
            shard ->
                shards.row(
                    shard.shard(),
                    relayedBy(shard),
                    shard.lag().map(Ages::of).orElse("not visible")));
    page.table(shards);
    if (status.shards().stream().anyMatch(shard -> shard.lag().isEmpty())) {
      page.line(
          "Without a lease, the lag is not known here. Lambda keeps its positions to itself: the"
              + " lag is the metric IteratorAge of the function. A KCL relay has taken no lease"
              + " yet, or keeps its leases elsewhere (--lease-table).");
    }
  }

  private String relayedBy(ShardLag shard) {
    String owner = shard.owner().orElse("-");
    return unrenewed.contains(shard.shard()) ? owner + ", does not renew its lease" : owner;
  }

  private String heartbeat() {
    return status
        .heartbeat()
        .map(
            each -> {
              String committed = Ages.of(Duration.between(each.committed(), status.at()));
              return each.arrived()
                  .map(
                      at ->
                          "Last heartbeat: committed %s ago, arrived %s"
                              .formatted(committed, ago(at)))
                  .orElse("Heartbeats: no receipt of what was committed in the last " + committed);
            })
        .orElse("Last heartbeat: none in the table");
  }

  private void targets(Page page) {
    TreeSet<String> names = new TreeSet<>(status.circuits().keySet());
    status.published().ifPresent(each -> names.addAll(each.keySet()));
    Table targets = Table.of("TARGET", "CIRCUIT", "FAILING FOR", "LAST SEEN", "PUBLISHED");
    for (String name : names) {
      Optional<SavedCircuit> circuit = Optional.ofNullable(status.circuits().get(name));
      targets.row(
          name,
          circuit.map(each -> each.state().name().toLowerCase(Locale.ROOT)).orElse("closed"),
          circuit.map(each -> Ages.of(Duration.between(each.since(), status.at()))).orElse("-"),
          circuit.map(each -> ago(each.savedAt())).orElse("-"),
          status.published().map(all -> "" + all.getOrDefault(name, 0L)).orElse("no receipts"));
    }
    if (targets.isEmpty()) {
      page.line("No target is failing; no receipts are written.");
    } else {
      page.table(targets);
      // A rate would say that a target that has just gone down still publishes.
      status
          .published()
          .ifPresent(
              all ->
                  page.line(
                      "PUBLISHED: events of the last %d minutes, by their receipts."
                          .formatted(status.rateOver().toMinutes())));
      names.stream()
          .filter(this::isOpenWithNothingParked)
          .forEach(name -> page.line(staysOpen(name)));
    }
  }

  /** After an outage during which nothing was committed for it, say. */
  private boolean isOpenWithNothingParked(String target) {
    SavedCircuit circuit = status.circuits().get(target);
    return circuit != null
        && circuit.state() == SavedCircuit.State.OPEN
        && status.parked().stream().noneMatch(each -> each.queue().target().equals(target));
  }

  private static String staysOpen(String target) {
    return "Nothing is parked for "
        + target
        + ". Its circuit stays open until the relay itself"
        + " or a redrive publishes an event to it.";
  }

  private String ago(Instant at) {
    return Ages.of(Duration.between(at, status.at())) + " ago";
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("table", table).put("at", status.at().toString());
    document.set("verdict", verdict.json());
    silent.ifPresent(what -> document.put("silent", what));
    ArrayNode shards = document.putArray("shards");
    for (ShardLag shard : status.shards()) {
      ObjectNode each = shards.addObject().put("shard", shard.shard());
      shard
          .owner()
          .ifPresent(
              owner -> each.put("owner", owner).put("renewed", !unrenewed.contains(shard.shard())));
      shard.lag().ifPresent(lag -> each.put("lagMillis", lag.toMillis()));
    }
    status.heartbeat().ifPresent(each -> heartbeat(document.putObject("heartbeat"), each));
    ObjectNode circuits = document.putObject("circuits");
    status
        .circuits()
        .forEach(
            (name, circuit) ->
                circuits
                    .putObject(name)
                    .put("state", circuit.state().name())
                    .put("since", circuit.since().toString())
                    .put("seen", circuit.savedAt().toString()));
    status
        .published()
        .ifPresent(
            published -> {
              document.put("publishedOverMillis", status.rateOver().toMillis());
              ObjectNode counts = document.putObject("published");
              published.forEach(counts::put);
            });
    document.set("parked", new ParkedSummary(status.parked(), status.at()).json());
    return document;
  }

  private static void heartbeat(ObjectNode node, OutboxStatus.Heartbeat heartbeat) {
    node.put("committed", heartbeat.committed().toString());
    heartbeat.arrived().map(Instant::toString).ifPresent(at -> node.put("arrived", at));
  }
}
