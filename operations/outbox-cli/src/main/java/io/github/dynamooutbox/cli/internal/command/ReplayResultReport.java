package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.operations.replay.ReplayResult;
import java.nio.file.Path;

/** What a replay has published. */
public record ReplayResultReport(ReplayResult result, Path directory) implements Report {
  @Override
  public void print(Page page) {
    SentEvents sent = sent();
    page.line(sent.publishedText());
    sent.printParked(page);
    if (result.gone() > 0) {
      page.line(
          Counts.of(result.gone(), "record has", "records have") + " left the table meanwhile");
    }
    sent.printEnd(page, ": outbox replay --resume " + directory);
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    sent().addTo(document);
    document.put("gone", result.gone());
    if (!result.isFinished()) {
      document.put("directory", directory.toString());
    }
    return document;
  }

  private SentEvents sent() {
    return new SentEvents(
        result.published(), result.parked(), result.obstacle(), result.isFinished());
  }
}
