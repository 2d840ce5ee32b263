package io.github.dynamooutbox.examples.demo.report;

import io.github.dynamooutbox.examples.demo.system.ParkedBacklog.ParkedQueue;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A table of queues in which events are, or were, parked. */
public final class ParkedTable {
  private static final int ROWS_OF_EACH_TARGET = 4;
  private static final String ROW = "  %-7s %-24s %-9s %7s  %s";

  private final Screen screen;

  public ParkedTable(Screen screen) {
    this.screen = screen;
  }

  /**
   * Shows some of the queues, and the totals of all.
   *
   * @param title heading that says when and why events were parked
   * @param queues the queues as they were
   * @param now the queues that are still held; the others have been released
   */
  public void show(String title, List<ParkedQueue> queues, List<ParkedQueue> now) {
    Set<QueueName> closed = now.stream().map(ParkedQueue::queue).collect(Collectors.toSet());
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(title);
    lines.add(screen.strong(ROW.formatted("target", "parked", "reason", "events", "queue")));
    Map<String, List<ParkedQueue>> byTarget =
        queues.stream()
            .collect(
                Collectors.groupingBy(
                    queue -> queue.queue().target(), TreeMap::new, Collectors.toList()));
    byTarget.forEach((target, of) -> rows(target, of, closed, lines));
    lines.add(
        "  %d events in %d queues, %d of them held"
            .formatted(
                queues.stream().mapToLong(ParkedQueue::events).sum(),
                queues.size(),
                queues.stream().filter(queue -> closed.contains(queue.queue())).count()));
    screen.lines(lines);
  }

  private void rows(
      String target, List<ParkedQueue> queues, Set<QueueName> closed, List<String> lines) {
    queues.stream().limit(ROWS_OF_EACH_TARGET).forEach(queue -> lines.add(row(queue, closed)));
    int more = queues.size() - ROWS_OF_EACH_TARGET;
    if (more > 0) {
      lines.add("  %-7s ... and %d queues more".formatted(target, more));
    }
  }

  private String row(ParkedQueue queue, Set<QueueName> closed) {
    boolean isClosed = closed.contains(queue.queue());
    return ROW.formatted(
        queue.queue().target(),
        queue.name(),
        queue.reason(),
        queue.events(),
        isClosed ? screen.bad("held") : screen.good("released"));
  }
}
