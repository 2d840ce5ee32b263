package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Shell;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Parked events, one in each row, with what the target or the relay said about them.
 *
 * @param more whether there are more
 * @param nothing what to say if there are none
 * @param suggests whether to name the commands that come next
 */
public record ParkedEventsReport(
    List<ParkedRow> events, boolean more, String nothing, boolean suggests, Instant now)
    implements Report {
  private static final int MOST_NEXT = 3;

  public ParkedEventsReport {
    events = List.copyOf(events);
  }

  /** A complete list of what somebody has already decided about. */
  public ParkedEventsReport(List<ParkedRow> events, Instant now) {
    this(events, false, ParkedReport.NOTHING, false, now);
  }

  @Override
  public void print(Page page) {
    if (events.isEmpty()) {
      page.line(nothing);
      return;
    }
    Table table =
        Table.of(
            "TARGET",
            "REASON",
            "AGGREGATE",
            "RECORD",
            "TYPE",
            "EVENT",
            "CODE",
            "PARKED",
            "MESSAGE");
    events.forEach(
        event ->
            table.row(
                event.target(),
                event.cause().reason(),
                event.aggregate(),
                event.record(),
                event.name().type(),
                event.name().id(),
                event.cause().code(),
                Ages.of(Duration.between(event.parkedAt(), now)),
                event.cause().message()));
    page.table(table);
    if (more) {
      page.line("There are more: raise --limit.");
    }
    next().forEach(line -> page.line("Next: " + line));
  }

  /** What to do about each target and reason, once the cause is removed or if it never will be. */
  private List<String> next() {
    Set<String> lines = new LinkedHashSet<>();
    if (!suggests) {
      return List.of();
    }
    for (ParkedRow row : events) {
      String of =
          "--target %s --reason %s".formatted(Shell.quoted(row.target()), row.cause().reason());
      if (row.onlyWaits()) {
        lines.add("outbox redrive %s, if the schedule is not soon enough".formatted(of));
      } else if (row.cause().reason() != ParkReason.BEHIND) {
        lines.add(
            "outbox redrive %s, once the cause is removed; what will never be accepted: outbox discard %s --because TEXT"
                .formatted(of, of));
      }
    }
    return lines.stream().limit(MOST_NEXT).toList();
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("events");
    events.forEach(event -> event.write(all.addObject()));
    document.put("more", more);
    ArrayNode next = document.putArray("next");
    next().forEach(next::add);
    return document;
  }
}
