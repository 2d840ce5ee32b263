package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.relay.redrive.RedriveResult;

/** What a redrive has done, and what is left. */
public record RedriveReport(RedriveResult result) implements Report {
  @Override
  public void print(Page page) {
    page.line(
        "%s published, %s released"
            .formatted(
                Counts.of(result.published(), "event"), Counts.of(result.released(), "queue")));
    if (!result.stuck().isEmpty()) {
      Table table = Table.of("STILL STUCK", "TARGET", "CODE", "MESSAGE");
      result
          .stuck()
          .forEach(
              (queue, why) ->
                  table.row(QueueNames.of(queue), queue.target(), why.code(), why.message()));
      page.table(table);
    }
    if (result.unfinished() > 0) {
      page.line(
          "Left because a target is down, or time was up: %s. Run the command again."
              .formatted(Counts.of(result.unfinished(), "queue")));
    }
    new BusyParts(result.busy()).print(page);
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .put("published", result.published())
        .put("moved", result.moved())
        .put("released", result.released())
        .put("unfinished", result.unfinished());
    ArrayNode stuck = document.putArray("stuck");
    result
        .stuck()
        .forEach(
            (queue, why) ->
                stuck
                    .addObject()
                    .put("target", queue.target())
                    .put("queue", QueueNames.of(queue))
                    .put("code", why.code())
                    .put("message", why.message()));
    new BusyParts(result.busy()).addTo(document);
    return document;
  }
}
