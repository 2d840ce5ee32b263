package io.github.dynamooutbox.cli.internal.command;

import static java.util.stream.Collectors.joining;

import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what is parked.
 *
 * @param target finds only what is parked for this target
 * @param reasons finds only what is parked for these reasons; none: for any
 * @param aggregate finds only events of this aggregate
 */
public record ParkedSearch(
    OutboxOperator operator,
    Optional<String> target,
    Set<ParkReason> reasons,
    Optional<String> aggregate) {
  /** The queues that may hold matching events. */
  ParkedReport queues() {
    List<QueueSummary> all = operator.parked();
    return new ParkedReport(wanted(all), nothing(all), Instant.now());
  }

  /** The first {@code limit} matching events. */
  public ParkedEventsReport events(int limit) {
    List<QueueSummary> all = operator.parked();
    List<ParkedEvent> found = new ArrayList<>();
    for (QueueSummary queue : wanted(all)) {
      if (found.size() < limit) {
        found.addAll(
            operator.events(queue.queue(), this::isOfAggregate, (long) limit - found.size()));
      }
    }
    return new ParkedEventsReport(found, found.size() == limit, nothing(all), Instant.now());
  }

  private List<QueueSummary> wanted(List<QueueSummary> all) {
    return all.stream().filter(this::isWanted).toList();
  }

  /**
   * The message if nothing matches. It mentions what the filter left out, so that nobody concludes
   * that nothing is parked.
   */
  private String nothing(List<QueueSummary> all) {
    long others = ParkedGroup.events(all);
    if (others == 0) {
      return ParkedReport.NOTHING;
    }
    String reason =
        reasons.isEmpty()
            ? ""
            : " as " + reasons.stream().map(Enum::name).sorted().collect(joining(" or "));
    return "Nothing is parked%s%s%s. Other queues hold %s: outbox parked"
        .formatted(
            aggregate.map(" of "::concat).orElse(""),
            target.map(" for "::concat).orElse(""),
            reason,
            Counts.of(others, "event"));
  }

  private boolean isOfAggregate(ParkedEvent event) {
    return aggregate.map(event.place().lane().aggregate()::equals).orElse(true);
  }

  private boolean isWanted(QueueSummary queue) {
    QueueName name = queue.queue();
    return target.map(name.target()::equals).orElse(true)
        && aggregate.map(name::mayHold).orElse(true)
        && (reasons.isEmpty() || reasons.contains(queue.reason()));
  }
}
