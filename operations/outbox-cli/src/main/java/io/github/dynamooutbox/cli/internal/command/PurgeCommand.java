package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.PurgeAct;
import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.UnfinishedException;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Discards all that is parked for a target. */
@Command(
    name = "purge",
    description = {
      "Discards for good everything that is parked for a target, even one that the configuration no"
          + " longer has. Each event leaves a mark that records who decided it and why. 'discard'"
          + " is for one aggregate.",
      ""
    })
public final class PurgeCommand extends OutboxCommand {
  @Mixin private final ParkedTarget target = new ParkedTarget();

  @Mixin private final DecisionOptions decisions = new DecisionOptions();

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected CommandExit run(Session session) {
    WaysOut.Decision decision = decisions.decision();
    PurgeAct purge = new PurgeAct(session.config(), session.operator(), target.name());
    Instant looked = Instant.now();
    List<QueueSummary> queues = purge.queues();
    if (queues.isEmpty()) {
      throw new OperatorException(Kind.INPUT, nothing());
    }
    if (confirmation.isDryRun()) {
      session.output().print(new ParkedReport(queues, Instant.now()));
      session.output().note("Nothing was changed: this is what would be discarded.");
      return CommandExit.DONE;
    }
    long events = ParkedGroup.events(queues);
    if (!confirmation.isGiven(session, purge.question(events))) {
      return CommandExit.DONE;
    }
    Purge.Result result;
    try (RateLine line = new RateLine(session.output(), "events discarded", events)) {
      result =
          UnfinishedException.unlessDone(
              () ->
                  purge.run(
                      session.output(),
                      looked,
                      events,
                      decision,
                      (step, done, about) -> line.done(done, about)),
              () -> line.count() > 0,
              PurgeAct.GO_ON);
    }
    session.output().print(new PurgeReport(result));
    return PurgeAct.exit(result);
  }

  private String nothing() {
    return "--target \"%s\": nothing is parked for it; 'parked' shows which targets have parked events"
        .formatted(target.name());
  }
}
