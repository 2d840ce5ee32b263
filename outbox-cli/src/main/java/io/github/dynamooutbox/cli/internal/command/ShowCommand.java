package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.operate.EventHistory;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what became of an aggregate's events. */
@Command(
    name = "show",
    description = {
      "Shows what became of an aggregate's events: when each was committed, where and when it was",
      "published, whether it is parked, and what was decided about it.",
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
    Aggregates.check("AGGREGATE", aggregate);
    List<EventHistory> all = session.operator().history(aggregate);
    List<EventHistory> wanted =
        all.stream().filter(each -> eventId.map(each.event().id()::equals).orElse(true)).toList();
    if (wanted.isEmpty()) {
      throw new OperatorException(Kind.INPUT, missing(session, all));
    }
    session.output().print(new ShowReport(aggregate, wanted, payload));
    return CommandExit.DONE;
  }

  private String missing(Session session, List<EventHistory> all) {
    return all.isEmpty()
        ? "%s: the table \"%s\" has no record of it: its name is wrong, or its records have expired"
            .formatted(aggregate, session.config().table().name())
        : "--event \"%s\": is none of the %d events of %s"
            .formatted(eventId.orElse(""), all.size(), aggregate);
  }
}
