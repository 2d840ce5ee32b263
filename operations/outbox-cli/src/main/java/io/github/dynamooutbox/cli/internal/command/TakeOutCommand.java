package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.cli.internal.session.UnfinishedException;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes events out of their queues because an operator has decided so. */
abstract class TakeOutCommand extends OutboxCommand {
  @Mixin private final ParkedTarget target = new ParkedTarget();

  @Option(
      names = "--aggregate",
      required = true,
      paramLabel = "TYPE#ID",
      description =
          "Only events of this aggregate, as in Order#42; for a record whose key names none, what"
              + " follows the prefix in its partition key.")
  private String aggregate = "";

  @Option(
      names = "--event",
      paramLabel = "ID",
      description =
          "Only this event, by its id; for a record that cannot be read, its two keys with a /"
              + " between them.")
  private Optional<String> eventId = Optional.empty();

  @Option(
      names = "--behind",
      description =
          "Also events that have not failed themselves and are only queued behind one that has."
              + " Without it they stay, and the next redrive publishes them.")
  private boolean behind;

  @Mixin private final DecisionOptions decisions = new DecisionOptions();

  @Mixin private final Confirmation confirmation = new Confirmation();

  /** The other target that they are sent to; empty: they are discarded. */
  abstract Optional<String> to();

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", Optional.of(target.name()));
    Targets.check(session.config(), "--to", to());
    TakeOut takeOut =
        new TakeOut(
            session.config(),
            session.operator(),
            new WaysOut.Selection(target.name(), aggregate, TakeOut.which(eventId, behind)));
    takeOut.check("--to", to());
    WaysOut.Decision decision = decisions.decision();
    List<ParkedEvent> events = takeOut.selected();
    Output output = session.output();
    if (!output.isJson() || confirmation.isDryRun()) {
      output.print(new ParkedEventsReport(events, Instant.now()));
    }
    if (confirmation.isDryRun()) {
      output.note("Nothing was changed: this is what would be taken out.");
      return CommandExit.DONE;
    }
    String question = TakeOut.question(to(), events.size());
    if (!confirmation.isGiven(session, question)) {
      return CommandExit.DONE;
    }
    TakeOut.Result result =
        UnfinishedException.unlessDone(
            () -> takeOut.run(output, events, to(), decision),
            () -> false,
            "Each event has left its queue completely or not at all: 'parked' shows what is left.");
    output.print(new TakeOutReport(result));
    return result.exit();
  }
}
