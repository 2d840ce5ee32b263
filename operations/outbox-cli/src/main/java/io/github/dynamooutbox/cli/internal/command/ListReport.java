package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import java.util.List;

/** Records, an event in each row. */
record ListReport(List<ListedRecord> records, boolean more) implements Report {
  ListReport {
    records = List.copyOf(records);
  }

  @Override
  public void print(Page page) {
    if (records.isEmpty()) {
      page.line("No record in the table matches.");
      return;
    }
    Table table = Table.of("COMMITTED", "AGGREGATE", "SEQUENCE", "TENANT", "TYPE", "EVENT");
    for (ListedRecord record : records) {
      String sequence = record.sequence().isPresent() ? "" + record.sequence().getAsLong() : "-";
      for (ListedRecord.Event event : record.events()) {
        table.row(
            record.committed(),
            record.aggregate(),
            sequence,
            record.tenant().orElse("-"),
            event.type(),
            event.id());
      }
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
    for (ListedRecord record : records) {
      for (ListedRecord.Event event : record.events()) {
        ObjectNode node =
            all.addObject()
                .put("committed", record.committed().toString())
                .put("aggregate", record.aggregate());
        record.sequence().ifPresent(sequence -> node.put("sequence", sequence));
        node.put("type", event.type()).put("id", event.id());
        record.tenant().ifPresent(tenant -> node.put("tenant", tenant));
      }
    }
    document.put("more", more);
    return document;
  }
}
