package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Finds what is parked. */
public record ParkedSearch(OutboxOperator operator, RecordCodec codec, ParkedFilter filter) {
  /** The queues that may hold matching events. */
  ParkedReport queues() {
    List<QueueSummary> all = operator.parked();
    return new ParkedReport(
        ParkedReport.rows(wanted(all), filter::count), nothing(all), Instant.now());
  }

  /** The first {@code limit} matching events. */
  ParkedEventsReport events(int limit) {
    return events(0, limit);
  }

  /** The first {@code limit} matching events behind the first {@code skipped}. */
  public ParkedEventsReport events(int skipped, int limit) {
    List<ParkedRow> found = new ArrayList<>();
    List<QueueSummary> all = operator.parked();
    int[] left = {skipped};
    boolean isMore =
        !each(
            all,
            skipped + limit,
            (event, row) -> {
              if (left[0]-- <= 0) {
                found.add(row);
              }
            });
    return new ParkedEventsReport(found, isMore, nothing(all), true, Instant.now());
  }

  /** The same with their records, payloads included. */
  ParkedItemsReport items(int limit) {
    List<ParkedEvent> found = new ArrayList<>();
    List<QueueSummary> all = operator.parked();
    boolean isMore = !each(all, limit, (event, row) -> found.add(event));
    return new ParkedItemsReport(found, codec, isMore, nothing(all));
  }

  /** Passes on the first {@code limit} matching events; false if there are more. */
  private boolean each(
      List<QueueSummary> all, int limit, BiConsumer<ParkedEvent, ParkedRow> found) {
    int[] count = new int[1];
    ParkedReader reader = new ParkedReader(codec);
    operator.events(
        wanted(all),
        (queue, events) ->
            events.allMatch(
                event -> {
                  if (filter.includes(event, reader, queue) && count[0]++ < limit) {
                    found.accept(event, reader.row(event));
                  }
                  return count[0] <= limit;
                }));
    return count[0] <= limit;
  }

  private List<QueueSummary> wanted(List<QueueSummary> all) {
    return all.stream().filter(filter::mayBeIn).toList();
  }

  /**
   * The message if nothing matches. It mentions what the filter left out, so that nobody concludes
   * that nothing is parked.
   */
  private String nothing(List<QueueSummary> all) {
    long others = ParkedGroup.events(all);
    return others == 0
        ? ParkedReport.NOTHING
        : "Nothing is parked%s. Queues hold %s: outbox parked"
            .formatted(filter.described(), Counts.of(others, "event"));
  }
}
