package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the queues of parked events. */
@Command(
    name = "parked",
    description = {"Shows what is parked: which queues wait, why, and since when.", ""})
public final class ParkedCommand extends OutboxCommand {
  /** More take more than 5 s of CPU, and 200,000 as JSON did not fit into the heap. */
  private static final int MOST_EVENTS = 5_000;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Only what is parked for this target.")
  private Optional<String> target = Optional.empty();

  @Mixin private final ParkedOptions options = new ParkedOptions();

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
      description =
          "Maximum number of events, up to "
              + MOST_EVENTS
              + ": they are held in memory. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Override
  protected CommandExit run(Session session) {
    if (limit < 1 || limit > MOST_EVENTS) {
      throw new OperatorException(
          Kind.INPUT,
          "--limit %d: must be from 1 to %d; to see others, select by --target, --type, --code or --aggregate"
              .formatted(limit, MOST_EVENTS));
    }
    ParkedFilter filter = options.filter(session.config(), target, Instant.now());
    ParkedSearch search =
        new ParkedSearch(
            session.operator(), new RecordCodec(session.config().table().schema()), filter);
    if (items) {
      ParkedItemsReport found = search.items(limit);
      session.output().print(found);
      return found.events().stream().allMatch(ParkedCommand::onlyWaits)
          ? CommandExit.DONE
          : CommandExit.FOUND;
    }
    return events || filter.needsEvents()
        ? events(session.output(), search.events(limit))
        : queues(session.output(), search.queues());
  }

  private static boolean onlyWaits(ParkedEvent event) {
    return event.cause().reason() == ParkReason.BLOCKED;
  }

  private static CommandExit events(Output output, ParkedEventsReport found) {
    output.print(found);
    return found.events().stream().allMatch(ParkedRow::onlyWaits)
        ? CommandExit.DONE
        : CommandExit.FOUND;
  }

  private static CommandExit queues(Output output, ParkedReport found) {
    output.print(found);
    return found.queues().stream().allMatch(row -> row.queue().reason() == ParkReason.BLOCKED)
        ? CommandExit.DONE
        : CommandExit.FOUND;
  }
}
