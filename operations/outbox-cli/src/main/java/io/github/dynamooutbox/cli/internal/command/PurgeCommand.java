package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.UnfinishedException;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
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
  /** Upper bound for requests under way and for the release of empty queues. */
  private static final Duration TO_STOP = Duration.ofSeconds(60);

  private static final String GO_ON =
      "Each event has left its queue completely or not at all. Run the same command again to"
          + " continue.";

  @Mixin private final ParkedTarget target = new ParkedTarget();

  @Mixin private final DecisionOptions decisions = new DecisionOptions();

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected CommandExit run(Session session) {
    WaysOut.Decision decision = decisions.decision();
    session.place();
    ConfiguredRedrive redrive = ConfiguredRedrive.open(session.config(), RelayObserver.NONE);
    session.closeAtEnd(redrive::close);
    Purge purge = redrive.purge();
    String control = session.config().control().orElseThrow().described();
    Instant looked = Instant.now();
    Purge.Found found = AwsFailures.await(control, purge.look(target.name()));
    if (found.queues() == 0) {
      throw new OperatorException(Kind.INPUT, nothing());
    }
    if (confirmation.isDryRun()) {
      session.output().print(new ParkedReport(parked(session), Instant.now()));
      session.output().note("Nothing was changed: this is what would be discarded.");
      return CommandExit.DONE;
    }
    String events = Counts.of(found.events(), "event");
    String question = "Discard %s for %s for good?".formatted(events, target.name());
    return confirmation.isGiven(session, question)
        ? purge(session, purge, looked, decision, found.events())
        : CommandExit.DONE;
  }

  private String nothing() {
    return "--target \"%s\": nothing is parked for it; 'parked' shows which targets have parked events"
        .formatted(target.name());
  }

  private List<QueueSummary> parked(Session session) {
    return session.operator().parked().stream()
        .filter(queue -> queue.queue().target().equals(target.name()))
        .toList();
  }

  private CommandExit purge(
      Session session, Purge purge, Instant looked, WaysOut.Decision decision, long events) {
    Purge.Result result;
    try (RateLine progress = new RateLine(session.output(), "events discarded", events);
        Interruption interruption = new Interruption(session.output(), TO_STOP, GO_ON)) {
      result =
          UnfinishedException.unlessDone(
              () ->
                  AwsFailures.await(
                      session.config().control().orElseThrow().described(),
                      purge.run(
                          Identity.ofRun(),
                          target.name(),
                          looked,
                          decision,
                          new Watched(progress, interruption))),
              () -> progress.count() > 0,
              GO_ON);
    }
    session.output().print(new PurgeReport(result));
    return result.isComplete() ? CommandExit.DONE : CommandExit.INCOMPLETE;
  }

  private record Watched(RateLine progress, Interruption interruption) implements Purge.Watch {
    @Override
    public boolean goesOn() {
      return !interruption.isWanted();
    }

    @Override
    public void discarded(int events) {
      progress.done(events);
    }
  }
}
