package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.operations.replay.FailedBatchResult;

/** What became of abandoned batches. */
record ResendResultReport(FailedBatchResult result) implements Report {
  @Override
  public void print(Page page) {
    SentEvents sent = sent();
    page.line(
        sent.publishedText() + ", " + Counts.of(result.batches(), "batch", "batches") + " done");
    sent.printParked(page);
    if (result.removed() > 0) {
      page.line(Counts.of(result.removed(), "object") + " removed");
    }
    sent.printEnd(page, ", run the same command again.");
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    sent().addTo(document);
    return document.put("batches", result.batches()).put("removed", result.removed());
  }

  private SentEvents sent() {
    return new SentEvents(
        result.published(), result.parked(), result.obstacle(), result.isFinished());
  }
}
