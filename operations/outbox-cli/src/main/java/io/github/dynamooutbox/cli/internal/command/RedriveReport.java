package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a redrive has done, and what is left.
 *
 * @param failing what each target said last that did not accept something, by name
 * @param next the command that comes then
 */
public record RedriveReport(
    RedriveResult result, Map<String, RedriveResult.Why> failing, Optional<String> next)
    implements Report {
  @Override
  public void print(Page page) {
    page.line(
        "%s published, %s released"
            .formatted(
                Counts.of(result.published(), "event"), Counts.of(result.released(), "queue")));
    if (result.moved() > 0) {
      page.line(Counts.of(result.moved(), "event") + " moved to the queue of their lane");
    }
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
    new TreeMap<>(failing)
        .forEach(
            (target, why) ->
                page.line(
                    "%s does not accept: %s: %s".formatted(target, why.code(), why.message())));
    new BusyParts(result.busy()).print(page);
    next.ifPresent(line -> page.line("Next: " + line));
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
    ObjectNode targets = document.putObject("failing");
    new TreeMap<>(failing)
        .forEach(
            (target, why) ->
                targets.putObject(target).put("code", why.code()).put("message", why.message()));
    new BusyParts(result.busy()).addTo(document);
    next.ifPresent(line -> document.put("next", line));
    return document;
  }
}
