package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxRecord;
import java.util.List;

/** Records, an event in each row. */
record ListReport(List<DecodeResult.Decoded> records, boolean more) implements Report {
  @Override
  public void print(Page page) {
    if (records.isEmpty()) {
      page.line("No record in the table matches.");
      return;
    }
    Table table = Table.of("COMMITTED", "AGGREGATE", "SEQUENCE", "TYPE", "EVENT");
    for (DecodeResult.Decoded each : records) {
      OutboxRecord record = each.record();
      String sequence = record.sequence().isPresent() ? "" + record.sequence().getAsLong() : "-";
      record
          .events()
          .forEach(
              event ->
                  table.row(
                      record.context().writtenAt(),
                      record.aggregate(),
                      sequence,
                      event.type(),
                      event.id()));
    }
    page.table(table);
    if (more) {
      page.line("There may be more: raise --limit, or restrict what is listed.");
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("events");
    for (DecodeResult.Decoded each : records) {
      OutboxRecord record = each.record();
      record.events().forEach(event -> CommittedEventJson.write(all.addObject(), record, event));
    }
    document.put("more", more);
    return document;
  }
}
