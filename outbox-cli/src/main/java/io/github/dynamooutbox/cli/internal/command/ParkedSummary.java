package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Ages;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is parked, by target and reason. */
record ParkedSummary(List<QueueSummary> queues, Instant now) implements Report {
  private record Group(String target, ParkReason reason) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      return Comparator.comparing(Group::target).thenComparing(Group::reason).compare(this, other);
    }
  }

  private record Total(long queues, long events, Instant oldest) {}

  @Override
  public void print(Page page) {
    if (queues.isEmpty()) {
      page.line("nothing");
      return;
    }
    Table table = Table.of("TARGET", "REASON", "QUEUES", "EVENTS", "OLDEST");
    groups()
        .forEach(
            (group, total) ->
                table.row(
                    group.target(),
                    group.reason(),
                    total.queues(),
                    total.events(),
                    Ages.of(Duration.between(total.oldest(), now))));
    page.table(table);
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode all = document.putArray("groups");
    groups()
        .forEach(
            (group, total) ->
                all.addObject()
                    .put("target", group.target())
                    .put("reason", group.reason().name())
                    .put("queues", total.queues())
                    .put("events", total.events())
                    .put("oldest", total.oldest().toString()));
    document.put("events", events(queues));
    return document;
  }

  static long events(Collection<QueueSummary> queues) {
    return queues.stream()
        .flatMap(queue -> queue.counts().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  private Map<Group, Total> groups() {
    Map<Group, List<QueueSummary>> groups = new TreeMap<>();
    for (QueueSummary queue : queues) {
      groups
          .computeIfAbsent(
              new Group(queue.queue().target(), queue.reason()), group -> new ArrayList<>())
          .add(queue);
    }
    Map<Group, Total> totals = new TreeMap<>();
    groups.forEach(
        (group, each) ->
            totals.put(
                group,
                new Total(
                    each.size(),
                    events(each),
                    each.stream().map(QueueSummary::oldest).min(Instant::compareTo).orElse(now))));
    return totals;
  }
}
