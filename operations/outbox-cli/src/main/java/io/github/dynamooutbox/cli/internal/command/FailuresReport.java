package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.operations.replay.FailedBatch;
import io.github.dynamooutbox.operations.replay.FailedBatchList;

/** Batches that Lambda has abandoned. */
record FailuresReport(FailedBatchList found) implements Report {
  private static final int ROWS = 50;

  @Override
  public void print(Page page) {
    if (found.batches().isEmpty()) {
      page.line("There are no abandoned batches.");
    } else {
      Table table = Table.of("ABANDONED", "SHARD", "FROM", "RECORDS", "CONDITION", "INVOCATIONS");
      found.batches().stream().limit(ROWS).forEach(batch -> row(table, batch));
      page.table(table);
      long records = found.batches().stream().mapToLong(FailedBatch::records).sum();
      page.line(
          "%s with %s of the stream."
              .formatted(
                  Counts.of(found.batches().size(), "batch", "batches"),
                  Counts.of(records, "record")));
      if (found.batches().size() > ROWS) {
        page.line("Only %,d are shown; --json lists all.".formatted(ROWS));
      }
      page.line("To send them: outbox resend --bucket with the same options");
    }
    found
        .unusable()
        .forEach(one -> page.bad("%s %s: it is left out".formatted(one.name(), one.why())));
  }

  private static void row(Table table, FailedBatch batch) {
    table.row(
        batch.at(),
        batch.shard(),
        batch.first().sequenceNumber(),
        batch.records(),
        batch.condition(),
        batch.invocations());
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode batches = document.putArray("batches");
    found
        .batches()
        .forEach(
            batch ->
                batches
                    .addObject()
                    .put("object", batch.name())
                    .put("abandoned", batch.at().toString())
                    .put("shard", batch.shard())
                    .put("from", batch.first().sequenceNumber())
                    .put("records", batch.records())
                    .put("condition", batch.condition())
                    .put("invocations", batch.invocations()));
    ArrayNode unusable = document.putArray("unusable");
    found
        .unusable()
        .forEach(one -> unusable.addObject().put("object", one.name()).put("why", one.why()));
    return document;
  }
}
