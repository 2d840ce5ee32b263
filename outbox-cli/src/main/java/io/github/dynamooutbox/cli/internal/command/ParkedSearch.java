package io.github.dynamooutbox.cli.internal.command;

import static java.util.stream.Collectors.joining;

import io.github.dynamooutbox.aws.operate.OutboxOperator;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for what is parked.
 *
 * @param target only for this one
 * @param reasons only for these; none: for any
 * @param aggregate only of this one
 */
public record ParkedSearch(
    OutboxOperator operator,
    Optional<String> target,
    Set<ParkReason> reasons,
    Optional<String> aggregate) {
  /** The queues that may hold some. */
  ParkedReport queues() {
    List<QueueSummary> all = operator.parked();
    return new ParkedReport(wanted(all), nothing(all), Instant.now());
  }

  /** The events, up to the maximum number. */
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

  /** What to say if none is found: nobody should take what was left out for not there. */
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
        && aggregate.map(each -> mayHold(name, each)).orElse(true)
        && (reasons.isEmpty() || reasons.contains(queue.reason()));
  }

  private static boolean mayHold(QueueName queue, String aggregate) {
    LaneKey lane = new LaneKey(queue.target(), aggregate);
    return queue.part() == QueueName.partOf(lane)
        && queue.fold(part -> true, own -> own.lane().equals(lane), single -> true);
  }
}
