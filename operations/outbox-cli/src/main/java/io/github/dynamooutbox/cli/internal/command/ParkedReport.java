package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Queues, one in each row.
 *
 * @param nothing what to say if there are none
 */
public record ParkedReport(List<QueueSummary> queues, String nothing, Instant now)
    implements Report {
  /** The message if no queue holds anything. */
  static final String NOTHING = "Nothing is parked.";

  /** Reports everything that is parked. */
  public ParkedReport(List<QueueSummary> queues, Instant now) {
    this(queues, NOTHING, now);
  }

  @Override
  public void print(Page page) {
    if (queues.isEmpty()) {
      page.line(nothing);
      return;
    }
    Table table = Table.of("TARGET", "REASON", "QUEUE", "EVENTS", "OLDEST");
    queues.forEach(
        queue ->
            table.row(
                queue.queue().target(),
                queue.reason(),
                QueueNames.of(queue.queue()),
                ParkedGroup.events(List.of(queue)),
                Ages.of(Duration.between(queue.oldest(), now))));
    page.table(table);
    long events = ParkedGroup.events(queues);
    page.line("%s in %s".formatted(Counts.of(events, "event"), Counts.of(queues.size(), "queue")));
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("queues");
    for (QueueSummary queue : queues) {
      ObjectNode each = all.addObject();
      each.put("target", queue.queue().target());
      each.put("reason", queue.reason().name());
      queue
          .queue()
          .fold(
              part -> each.put("kind", "backlog").put("part", part.part()),
              lane -> each.put("kind", "lane").put("aggregate", lane.lane().aggregate()),
              single -> each.put("kind", "single").put("part", single.part()));
      each.put("events", ParkedGroup.events(List.of(queue)));
      each.put("since", queue.since().toString());
      each.put("oldest", queue.oldest().toString());
    }
    document.put("events", ParkedGroup.events(queues));
    return document;
  }
}
