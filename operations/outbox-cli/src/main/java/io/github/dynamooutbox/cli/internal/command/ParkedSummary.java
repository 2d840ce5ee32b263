package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What is parked, by target and reason. */
record ParkedSummary(List<QueueSummary> queues, Instant now) implements Report {
  @Override
  public void print(Page page) {
    if (queues.isEmpty()) {
      page.line("nothing");
      return;
    }
    Table table = Table.of("TARGET", "REASON", "QUEUES", "EVENTS", "OLDEST");
    for (ParkedGroup group : ParkedGroup.of(queues)) {
      table.row(
          group.target(),
          group.reason(),
          group.queues().size(),
          group.events(),
          Ages.of(Duration.between(group.oldest().oldest(), now)));
    }
    page.table(table);
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("groups");
    for (ParkedGroup group : ParkedGroup.of(queues)) {
      all.addObject()
          .put("target", group.target())
          .put("reason", group.reason().name())
          .put("queues", group.queues().size())
          .put("events", group.events())
          .put("oldest", group.oldest().oldest().toString());
    }
    document.put("events", ParkedGroup.events(queues));
    return document;
  }
}
