package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.Logged;
import io.github.dynamooutbox.cli.internal.bucket.RememberedBatches;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.replay.FailedBatchList;
import io.github.dynamooutbox.operations.replay.FailedBatchPlan;
import io.github.dynamooutbox.operations.replay.FailedBatchResult;
import io.github.dynamooutbox.operations.replay.FailedBatchSender;
import io.github.dynamooutbox.operations.replay.FailedBatchStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends what Lambda has abandoned. */
@Command(
    name = "resend",
    description = {
      "Sends the batches that Lambda has abandoned through the relay's routes and lanes. What is"
          + " already published, parked or taken out is left out.",
      ""
    })
public final class ResendCommand extends OutboxCommand {
  /** Upper bound for finishing what is under way. */
  private static final Duration TO_STOP = Duration.ofSeconds(20);

  @Mixin private final FailureOptions options = new FailureOptions();

  @Option(
      names = "--remove",
      description = "Removes each object once everything in it is published, parked or dropped.")
  private boolean remove;

  @Mixin private final DeciderOption by = new DeciderOption();

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected CommandExit run(Session session) {
    by.check();
    // Read for the list and the plan, and once more when they are sent.
    FailedBatchStore store = new RememberedBatches(options.open(session));
    FailedBatchSender batches = FailedBatchSender.open(session.config(), store, Identity.ofRun());
    session.closeAtEnd(batches::close);
    try {
      FailedBatchList found = options.read(session, store);
      found
          .unusable()
          .forEach(one -> session.output().note(one.name() + ' ' + one.why() + ": it is left out"));
      CommandExit sent = found.batches().isEmpty() ? none(session) : send(session, batches, found);
      return sent == CommandExit.DONE && !found.unusable().isEmpty()
          ? CommandExit.INCOMPLETE
          : sent;
    } catch (CancellationException e) {
      return CommandExit.INTERRUPTED;
    }
  }

  private static CommandExit none(Session session) {
    session.output().note("There are no abandoned batches: nothing to send.");
    return CommandExit.DONE;
  }

  private CommandExit send(Session session, FailedBatchSender batches, FailedBatchList found) {
    Output output = session.output();
    FailedBatchPlan plan = plan(session, batches, found);
    if (!output.isJson() || confirmation.isDryRun()) {
      output.print(new ResendPlanReport(plan));
    }
    if (confirmation.isDryRun()) {
      output.note("Nothing was changed: this is what would be sent.");
      return CommandExit.DONE;
    }
    String question =
        "Send %s%s?"
            .formatted(
                Counts.of(plan.events(), "event"),
                remove ? " and remove " + Counts.of(plan.batches(), "object") : "");
    return confirmation.isGiven(session, question)
        ? send(session, batches, found, plan.events())
        : CommandExit.DONE;
  }

  private static FailedBatchPlan plan(
      Session session, FailedBatchSender batches, FailedBatchList found) {
    String nothingYet = "Nothing was sent. To continue, run the same command again.";
    try (Interruption interruption = new Interruption(session.output(), TO_STOP, nothingYet);
        StepLine progress = new StepLine(session.output(), interruption)) {
      return batches.plan(found.batches(), progress);
    }
  }

  private CommandExit send(
      Session session, FailedBatchSender batches, FailedBatchList found, long events) {
    String goOn = "What was sent stays sent. To continue, run the same command again.";
    try (Interruption interruption = new Interruption(session.output(), TO_STOP, goOn)) {
      Function<FailedBatchResult, CommandExit> exit =
          result -> {
            if (interruption.isWanted() && !result.isFinished()) {
              return CommandExit.INTERRUPTED;
            }
            return result.isFinished() && result.parked() == 0 && found.unusable().isEmpty()
                ? CommandExit.DONE
                : CommandExit.INCOMPLETE;
          };
      FailedBatchResult result;
      try (StepLine progress = new StepLine(session.output(), interruption)) {
        result =
            new Logged(session.operator(), session.output())
                .act(
                    Logged.decision(
                        by.name(),
                        batches.run(),
                        "resend",
                        Optional.empty(),
                        options.selection() + (remove ? ", removing what is finished" : ""),
                        events),
                    () -> batches.send(found.batches(), events, remove, progress),
                    exit,
                    FailedBatchResult::published);
      }
      session.output().print(new ResendResultReport(result));
      return exit.apply(result);
    }
  }
}
