package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Parked events, one in each row, with what the target or the relay said about them.
 *
 * @param more whether there may be more
 * @param nothing what to say if there are none
 */
public record ParkedEventsReport(
    List<ParkedEvent> events, boolean more, String nothing, Instant now) implements Report {
  /** A complete list, for everything that is parked. */
  public ParkedEventsReport(List<ParkedEvent> events, Instant now) {
    this(events, false, ParkedReport.NOTHING, now);
  }

  @Override
  public void print(Page page) {
    if (events.isEmpty()) {
      page.line(nothing);
      return;
    }
    Table table = Table.of("TARGET", "REASON", "AGGREGATE", "RECORD", "CODE", "PARKED", "MESSAGE");
    events.forEach(
        event ->
            table.row(
                event.place().lane().target(),
                event.cause().reason(),
                event.place().lane().aggregate(),
                event.place().record().sort() + index(event),
                event.cause().code(),
                Ages.of(Duration.between(event.attempts().last(), now)),
                event.cause().message()));
    page.table(table);
    if (more) {
      page.line("There may be more: raise --limit.");
    }
  }

  private static String index(ParkedEvent event) {
    int index = event.place().index();
    return index == ParkedEvent.WHOLE_RECORD ? "" : "/" + index;
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("events");
    events.forEach(event -> ParkedEventJson.write(all.addObject(), event));
    document.put("more", more);
    return document;
  }
}
