package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what became of an aggregate's events. */
@Command(
    name = "show",
    description = {
      "Shows what became of an aggregate's events: when each was committed, where and when it was"
          + " published, whether it is parked, and what was decided about it.",
      ""
    })
public final class ShowCommand extends OutboxCommand {
  @Parameters(paramLabel = "AGGREGATE", description = "Type and id, as in Order#42.")
  private String aggregate = "";

  @Option(names = "--event", paramLabel = "ID", description = "Only this event.")
  private Optional<String> eventId = Optional.empty();

  @Option(
      names = "--show-payload",
      description = "Shows what the events contain. Without it, no payload is printed.")
  private boolean payload;

  @Override
  protected CommandExit run(Session session) {
    session
        .output()
        .print(
            new Timeline(session.config(), session.operator(), payload)
                .of("AGGREGATE", aggregate, eventId));
    return CommandExit.DONE;
  }
}
