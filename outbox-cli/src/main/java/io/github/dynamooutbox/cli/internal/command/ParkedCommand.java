package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Instant;
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

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", target);
    List<QueueSummary> queues =
        session.operator().parked().stream().filter(this::isWanted).toList();
    session.output().print(new ParkedReport(queues, Instant.now()));
    return CommandExit.DONE;
  }

  private boolean isWanted(QueueSummary queue) {
    QueueName name = queue.queue();
    return target.map(name.target()::equals).orElse(true)
        && (reasons.isEmpty() || reasons.contains(queue.reason()));
  }
}
