package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.operate.OutboxOperator;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the queues of parked events. */
@Command(
    name = "parked",
    description = {"Shows what is parked: which queues wait, why, and since when.", ""})
public final class ParkedCommand extends OutboxCommand {
  @Option(names = "--target", paramLabel = "NAME", description = "Only what is parked for it.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      description = "Only what is parked for these: ${COMPLETION-CANDIDATES}.")
  private Set<ParkReason> reasons = Set.of();

  @Option(names = "--aggregate", paramLabel = "TYPE#ID", description = "Only of this aggregate.")
  private Optional<String> aggregate = Optional.empty();

  @Option(
      names = "--events",
      description = "Shows each event, with what its target said. Reads what lies in the queues.")
  private boolean events;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many events. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", target);
    aggregate.ifPresent(name -> Aggregates.check("--aggregate", name));
    List<QueueSummary> queues =
        session.operator().parked().stream().filter(this::isWanted).toList();
    if (events || aggregate.isPresent()) {
      session.output().print(events(session.operator(), queues));
    } else {
      session.output().print(new ParkedReport(queues, Instant.now()));
    }
    return CommandExit.DONE;
  }

  private ParkedEventsReport events(OutboxOperator operator, List<QueueSummary> queues) {
    List<ParkedEvent> found = new ArrayList<>();
    for (QueueSummary queue : queues) {
      if (found.size() < limit) {
        found.addAll(
            operator.events(queue.queue(), this::isOfAggregate, (long) limit - found.size()));
      }
    }
    return new ParkedEventsReport(found, found.size() == limit, Instant.now());
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
