package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the queues of parked events. */
@Command(
    name = "parked",
    description = {"Shows what is parked: which queues wait, why, and since when.", ""})
public final class ParkedCommand extends OutboxCommand {
  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Only what is parked for this target.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      description = "Only what is parked for these reasons: ${COMPLETION-CANDIDATES}.")
  private Set<ParkReason> reasons = Set.of();

  @Option(
      names = "--aggregate",
      paramLabel = "TYPE#ID",
      description = "Only events of this aggregate.")
  private Optional<String> aggregate = Optional.empty();

  @Option(
      names = "--events",
      description =
          "Shows each event, with what its target said. Reads the contents of the queues.")
  private boolean events;

  @Option(
      names = "--items",
      description =
          "Prints each event's whole record in DynamoDB's JSON, PAYLOADS INCLUDED, also of records"
              + " that cannot be read. One line each.")
  private boolean items;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Maximum number of events. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", target);
    if (limit < 1) {
      throw new OperatorException(Kind.INPUT, "--limit %d: must be at least 1".formatted(limit));
    }
    ParkedSearch search = new ParkedSearch(session.operator(), target, reasons, aggregate);
    if (items) {
      session.output().print(new ParkedItemsReport(search.events(limit)));
    } else if (events || aggregate.isPresent()) {
      session.output().print(search.events(limit));
    } else {
      session.output().print(search.queues());
    }
    return CommandExit.DONE;
  }
}
