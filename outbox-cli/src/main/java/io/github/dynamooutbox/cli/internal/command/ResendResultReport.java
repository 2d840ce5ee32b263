package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.replay.FailedBatchResult;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;

/** What became of abandoned batches. */
record ResendResultReport(FailedBatchResult result) implements Report {
  @Override
  public void print(Page page) {
    page.line(
        "%,d events published, %,d batches done".formatted(result.published(), result.batches()));
    if (result.parked() > 0) {
      page.line(
          "%,d events parked: 'parked --events' shows why, 'redrive' publishes them"
              .formatted(result.parked()));
    }
    if (result.removed() > 0) {
      page.line("%,d objects removed".formatted(result.removed()));
    }
    result.obstacle().ifPresent(why -> page.line("Stopped at an event: " + why));
    if (!result.isFinished()) {
      page.line("Not finished. To go on, run the same command again.");
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("published", result.published())
            .put("parked", result.parked())
            .put("batches", result.batches())
            .put("removed", result.removed())
            .put("finished", result.isFinished());
    result.obstacle().ifPresent(why -> document.put("obstacle", why));
    return document;
  }
}
