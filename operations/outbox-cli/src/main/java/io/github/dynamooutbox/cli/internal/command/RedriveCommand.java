package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.Proof;
import io.github.dynamooutbox.cli.internal.act.RedriveAct;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.cli.internal.session.UnfinishedException;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Publishes what is parked. */
@Command(
    name = "redrive",
    description = {
      "Publishes what is parked, as the relay does and in the order of the lanes, and lets live"
          + " events pass again. Remove the cause first: 'parked --events' shows it. By event,"
          + " type, code or age it selects the queues of lanes in front of which such an event is,"
          + " what is queued behind it included, and single events of targets without an order.",
      ""
    })
public final class RedriveCommand extends OutboxCommand {
  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Only what is parked for this target.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      description =
          "Only what is parked for these reasons, and what is queued behind it. Default: all.")
  private Set<ParkReason> reasons = EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));

  @Option(names = "--aggregate", paramLabel = "TYPE#ID", description = "Only this aggregate.")
  private Optional<String> aggregate = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Maximum events a second, for all targets together. Default: no limit.")
  private Optional<Double> rate = Optional.empty();

  @Mixin private final ParkedEventOptions front = new ParkedEventOptions();

  @Mixin private final DeciderOption by = new DeciderOption();

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", target);
    OptionalDouble limit = RedriveAct.limit("--rate", AuditOptions.limit("--rate", rate));
    Optional<ParkedFilter> filter =
        front.areGiven()
            ? Optional.of(front.filter(target, Set.of(), aggregate, Instant.now()))
            : Optional.empty();
    RedriveAct redrive =
        new RedriveAct(session.config(), session.operator(), order(), filter, by.name());
    RedriveAct.Choice choice = redrive.choice();
    List<QueueSummary> queues = choice.queues();
    if (queues.isEmpty()) {
      return nothing(session.output(), redrive);
    }
    long events = ParkedGroup.events(queues);
    if (confirmation.isDryRun()) {
      session.output().print(new ParkedReport(queues, Instant.now()));
      session.output().note("Nothing was changed: this is what a redrive would process.");
      return CommandExit.DONE;
    }
    String question = RedriveAct.question(events, queues.size());
    return confirmation.isGiven(session, question)
        ? publish(session.output(), redrive, choice, limit)
        : CommandExit.DONE;
  }

  private RedriveOrder order() {
    if (reasons.contains(ParkReason.BEHIND)) {
      throw new OperatorException(
          Kind.INPUT,
          "--reason BEHIND: is not a reason of its own; name the reason of the event in front");
    }
    return new RedriveOrder(reasons, target, aggregate);
  }

  private CommandExit nothing(Output output, RedriveAct redrive) {
    redrive
        .whyNothing()
        .ifPresent(
            why -> {
              throw new OperatorException(Kind.INPUT, why);
            });
    if (aggregate.isPresent()) {
      throw new OperatorException(
          Kind.INPUT,
          "--aggregate \"%s\": no events of it are parked%s for these reasons"
              .formatted(aggregate.get(), target.map(name -> " for " + name).orElse("")));
    }
    output.note(
        "Nothing is parked%s for these reasons; 'parked' shows what is parked."
            .formatted(target.map(" for "::concat).orElse("")));
    output.print(
        new RedriveReport(
            new RedriveAct.Done(RedriveResult.NOTHING, Map.of(), 0), Optional.empty()));
    return CommandExit.DONE;
  }

  private static CommandExit publish(
      Output output, RedriveAct redrive, RedriveAct.Choice choice, OptionalDouble limit) {
    long events = ParkedGroup.events(choice.queues());
    RedriveAct.Agreed agreed = redrive.stillSo(choice);
    Instant since = oldest(choice.queues());
    try (RateLine progress = new RateLine(output, "events published", events)) {
      RedriveAct.Done done =
          UnfinishedException.unlessDone(
              () ->
                  redrive.run(output, agreed, limit, event -> count(event, progress), () -> false),
              () -> progress.count() > 0,
              "What was published stays published. To continue, run the same command again.");
      output.print(new RedriveReport(done, Optional.of(next(done, since))));
      return done.exit();
    }
  }

  private static void count(RelayEvent event, RateLine progress) {
    if (event instanceof RelayEvent.Published) {
      progress.done();
    }
  }

  private static Instant oldest(List<QueueSummary> queues) {
    return queues.stream().map(QueueSummary::oldest).min(Instant::compareTo).orElseThrow();
  }

  /** To look at what is left, or to prove that nothing is. */
  private static String next(RedriveAct.Done done, Instant since) {
    return done.exit() == CommandExit.DONE ? Proof.command(since) : "outbox status";
  }
}
