package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.act.RedriveAct;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a redrive has done, and what is left.
 *
 * @param next the command that comes then
 */
public record RedriveReport(RedriveAct.Done done, Optional<String> next) implements Report {
  @Override
  public void print(Page page) {
    RedriveResult result = done.result();
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
    new TreeMap<>(done.failing())
        .forEach(
            (target, why) ->
                page.line(
                    "%s does not accept: %s: %s".formatted(target, why.code(), why.message())));
    if (done.changed() > 0) {
      page.line(
          "Left out, because another event is in front than was shown: %s. Run the command again to see it."
              .formatted(Counts.of(done.changed(), "queue")));
    }
    new BusyParts(result.busy()).print(page);
    next.ifPresent(line -> page.line("Next: " + line));
  }

  @Override
  public ObjectNode json() {
    RedriveResult result = done.result();
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .put("published", result.published())
        .put("moved", result.moved())
        .put("released", result.released())
        .put("unfinished", result.unfinished())
        .put("changed", done.changed());
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
    new TreeMap<>(done.failing())
        .forEach(
            (target, why) ->
                targets.putObject(target).put("code", why.code()).put("message", why.message()));
    new BusyParts(result.busy()).addTo(document);
    next.ifPresent(line -> document.put("next", line));
    return document;
  }
}
