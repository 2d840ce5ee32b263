package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Queues, one in each row.
 *
 * @param nothing what to say if there are none
 */
public record ParkedReport(List<Row> queues, String nothing, Instant now) implements Report {
  /** The message if no queue holds anything. */
  static final String NOTHING = "Nothing is parked.";

  /** More are of no use on a screen. */
  private static final int SHOWN = 1_000;

  /**
   * A queue.
   *
   * @param events how many of its events were asked for
   */
  public record Row(QueueSummary queue, long events) {}

  public ParkedReport {
    queues = List.copyOf(queues);
  }

  /** Reports everything that is parked. */
  public ParkedReport(List<QueueSummary> queues, Instant now) {
    this(rows(queues, queue -> ParkedGroup.events(List.of(queue))), NOTHING, now);
  }

  static List<Row> rows(List<QueueSummary> queues, ToLongFunction<QueueSummary> events) {
    return queues.stream().map(queue -> new Row(queue, events.applyAsLong(queue))).toList();
  }

  @Override
  public void print(Page page) {
    if (queues.isEmpty()) {
      page.line(nothing);
      return;
    }
    Table table = Table.of("TARGET", "REASON", "QUEUE", "EVENTS", "OLDEST");
    queues.stream()
        .limit(SHOWN)
        .forEach(
            row ->
                table.row(
                    row.queue().queue().target(),
                    row.queue().reason(),
                    QueueNames.of(row.queue().queue()),
                    row.events(),
                    Ages.of(Duration.between(row.queue().oldest(), now))));
    page.table(table);
    if (queues.size() > SHOWN) {
      page.line(
          "And %,d queues more, which have waited less; --json lists all."
              .formatted(queues.size() - SHOWN));
    }
    page.line(
        "%s in %s".formatted(Counts.of(events(), "event"), Counts.of(queues.size(), "queue")));
  }

  private long events() {
    return queues.stream().mapToLong(Row::events).sum();
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("queues");
    for (Row row : queues) {
      QueueSummary queue = row.queue();
      ObjectNode each = all.addObject();
      each.put("target", queue.queue().target());
      each.put("reason", queue.reason().name());
      queue
          .queue()
          .fold(
              part -> each.put("kind", "backlog").put("part", part.part()),
              lane -> each.put("kind", "lane").put("aggregate", lane.lane().aggregate()),
              single -> each.put("kind", "single").put("part", single.part()));
      each.put("events", row.events());
      each.put("since", queue.since().toString());
      each.put("oldest", queue.oldest().toString());
    }
    document.put("events", events());
    return document;
  }
}
