package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.cli.internal.session.UnfinishedException;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes events out of their queues because an operator has decided so. */
abstract class TakeOutCommand extends OutboxCommand {
  @Mixin private final ParkedTarget target = new ParkedTarget();

  @Mixin private final ParkedOptions options = new ParkedOptions();

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
    Targets.check(session.config(), "--to", to());
    if (!options.areGiven()) {
      throw new OperatorException(
          Kind.INPUT,
          "say which events: --aggregate, --event, --type, --code, --reason or --older-than;"
              + " 'purge' discards everything that is parked for a target");
    }
    ParkedFilter filter =
        options.filter(session.config(), Optional.of(target.name()), Instant.now());
    WaysOut.Decision decision = decisions.decision();
    TakeOut takeOut = new TakeOut(session.config(), session.operator(), filter, behind);
    takeOut.check("--to", to());
    List<ParkedRow> events = takeOut.selected();
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
    AtomicLong taken = new AtomicLong();
    TakeOut.Result result =
        UnfinishedException.unlessDone(
            () ->
                takeOut.run(output, events, to(), decision, (step, done, about) -> taken.set(done)),
            () -> taken.get() > 0,
            "Each event has left its queue completely or not at all: 'parked' shows what is left.");
    output.print(new TakeOutReport(result));
    return result.exit();
  }
}
