package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.replay.ReplayResult;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import java.nio.file.Path;

/** What a replay has published. */
record ReplayResultReport(ReplayResult result, Path directory) implements Report {
  @Override
  public void print(Page page) {
    page.line("%,d events published".formatted(result.published()));
    if (result.parked() > 0) {
      page.line(
          "%,d events parked: 'parked --events' shows why, 'redrive' publishes them"
              .formatted(result.parked()));
    }
    if (result.gone() > 0) {
      page.line("%,d records have left the table meanwhile".formatted(result.gone()));
    }
    result.obstacle().ifPresent(why -> page.line("Stopped at an event: " + why));
    if (!result.isFinished()) {
      page.line("Not finished. To go on: outbox replay --resume " + directory);
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("published", result.published())
            .put("parked", result.parked())
            .put("gone", result.gone())
            .put("finished", result.isFinished());
    result.obstacle().ifPresent(why -> document.put("obstacle", why));
    if (!result.isFinished()) {
      document.put("directory", directory.toString());
    }
    return document;
  }
}
