package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.act.AuditAct;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.operations.audit.AuditReport;
import io.github.dynamooutbox.operations.audit.CommittedEvent;
import io.github.dynamooutbox.operations.audit.Missing;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/**
 * What an audit has found.
 *
 * @param directory has the full list
 * @param prefix of partition keys, which is left out of aggregates' names
 */
public record AuditSummary(AuditAct.Findings found, Path directory, String prefix)
    implements Report {
  private static final int ROWS = 20;

  @Override
  public void print(Page page) {
    AuditReport report = found.report();
    page.line("Written from %s to %s".formatted(report.from(), report.to()));
    page.line(
        "%s, %,d of them dropped by rules"
            .formatted(Counts.of(report.events(), "event"), report.dropped()));
    if (report.outside().heartbeats() > 0) {
      page.line("%s beside them".formatted(Counts.of(report.outside().heartbeats(), "heartbeat")));
    }
    page.blank();
    page.table(counts(report));
    if (report.targets().containsKey(LaneKey.ALL_TARGETS)) {
      page.line("* stands for events that no rule takes, and for records that cannot be read.");
    }
    AuditReport.Outside outside = report.outside();
    if (outside.before() + outside.after() + outside.otherRegions() > 0) {
      page.line(
          "Not audited: records from before %,d, from after %,d, of regions that this relay does not serve %,d."
              .formatted(outside.before(), outside.after(), outside.otherRegions()));
    }
    if (report.withoutRecord() > 0) {
      page.line(
          "Without a record in the table, although receipts say that they were there: %s. Expired, deleted, or committed after the scan had passed; they are in none of the numbers above."
              .formatted(Counts.of(report.withoutRecord(), "event")));
    }
    report.notes().forEach(note -> page.line("Note: " + note));
    if (!found.listed().isEmpty()) {
      page.blank();
      page.table(missing());
      if (found.events() > ROWS) {
        page.line("The other %,d are in %s".formatted(found.events() - ROWS, directory));
      }
    }
    page.blank();
    verdict(page, report);
  }

  private void verdict(Page page, AuditReport report) {
    if (report.missing() > 0) {
      page.line("Missing: the relay will not publish them any more. To publish them:");
      page.line("  outbox replay --audit " + directory);
    }
    if (report.unproven() > 0) {
      page.line(
          "Unproven: written after %s, so the relay may still publish them. If it is past them (see 'status'), say so with --relayed-until."
              .formatted(report.passed()));
    }
    if (report.isProof()) {
      page.line(
          report.withoutRecord() > 0
              ? "Nothing is missing of the records that are in the table."
              : "Nothing is missing.");
    } else if (report.missing() == 0 && report.unproven() == 0) {
      page.line("Nothing is missing of what was written since %s.".formatted(report.provenFrom()));
    }
  }

  private static Table counts(AuditReport report) {
    Table table =
        Table.of("TARGET", "COMMITTED", "PUBLISHED", "PARKED", "TAKEN OUT", "MISSING", "UNPROVEN");
    new TreeMap<>(report.targets())
        .forEach(
            (target, counts) ->
                table.row(
                    target,
                    counts.committed(),
                    counts.published(),
                    counts.parked(),
                    counts.letOut(),
                    counts.missing(),
                    counts.unproven()));
    return table;
  }

  private Table missing() {
    Table table = Table.of("", "WRITTEN", "AGGREGATE", "RECORD", "TYPE", "EVENT", "TARGETS");
    for (Missing each : found.listed().subList(0, Math.min(ROWS, found.listed().size()))) {
      CommittedEvent event = each.event();
      table.row(
          kind(each),
          event.index() < 0 ? "?" : event.writtenAt(),
          aggregate(event),
          event.record().sort() + (event.index() < 0 ? "" : "/" + event.index()),
          event.type(),
          event.id(),
          String.join(", ", each.targets()));
    }
    return table;
  }

  private static String kind(Missing missing) {
    String kind = missing.unproven() ? "unproven" : "missing";
    return missing.recordGone() ? kind + ", record gone" : kind;
  }

  private String aggregate(CommittedEvent event) {
    String partition = event.record().partition();
    return partition.startsWith(prefix) ? partition.substring(prefix.length()) : partition;
  }

  @Override
  public ObjectNode json() {
    AuditReport report = found.report();
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("from", report.from().toString())
            .put("to", report.to().toString())
            .put("proof", report.isProof())
            .put("events", report.events())
            .put("dropped", report.dropped());
    ObjectNode targets = document.putObject("targets");
    new TreeMap<>(report.targets())
        .forEach(
            (target, counts) ->
                targets
                    .putObject(target)
                    .put("committed", counts.committed())
                    .put("published", counts.published())
                    .put("parked", counts.parked())
                    .put("takenOut", counts.letOut())
                    .put("missing", counts.missing())
                    .put("unproven", counts.unproven()));
    document
        .put("withoutRecord", report.withoutRecord())
        .put("passed", report.passed().toString())
        .put("provenFrom", report.provenFrom().toString());
    document
        .putObject("outside")
        .put("before", report.outside().before())
        .put("after", report.outside().after())
        .put("otherRegions", report.outside().otherRegions())
        .put("heartbeats", report.outside().heartbeats());
    ArrayNode notes = document.putArray("notes");
    report.notes().forEach(notes::add);
    write(document.putArray("missing"), found.listed());
    document.put("more", found.events() > found.listed().size());
    if (found.events() > 0) {
      document.put("directory", directory.toString());
    }
    return document;
  }

  private void write(ArrayNode all, List<Missing> events) {
    for (Missing each : events) {
      CommittedEvent event = each.event();
      ObjectNode node =
          all.addObject()
              .put("aggregate", aggregate(event))
              .put("record", event.record().sort())
              .put("index", event.index())
              .put("id", event.id())
              .put("type", event.type())
              .put("written", event.writtenAt().toString())
              .put("unproven", each.unproven())
              .put("recordGone", each.recordGone());
      ArrayNode targets = node.putArray("targets");
      each.targets().forEach(targets::add);
    }
  }
}
