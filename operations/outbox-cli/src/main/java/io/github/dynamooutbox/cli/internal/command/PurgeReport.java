package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.relay.redrive.Purge;
import java.util.TreeMap;

/** What a purge has discarded, and why something is left. */
public record PurgeReport(Purge.Result result) implements Report {
  @Override
  public void print(Page page) {
    page.line(
        "%s discarded, %s released"
            .formatted(Counts.of(result.events(), "event"), Counts.of(result.released(), "queue")));
    new TreeMap<>(result.obstacles())
        .forEach(
            (part, why) ->
                page.line(
                    "Part %d has stopped: %s: %s".formatted(part, why.code(), why.message())));
    new BusyParts(result.busy()).print(page);
    if (!result.isComplete()) {
      page.line("Not finished. Run the same command again to continue.");
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("discarded", result.events())
            .put("released", result.released())
            .put("finished", result.isComplete());
    ArrayNode obstacles = document.putArray("obstacles");
    new TreeMap<>(result.obstacles())
        .forEach(
            (part, why) ->
                obstacles
                    .addObject()
                    .put("part", part)
                    .put("code", why.code())
                    .put("message", why.message()));
    new BusyParts(result.busy()).addTo(document);
    return document;
  }
}
