package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.operate.AwsFailures;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Publishes what is parked. */
@Command(
    name = "redrive",
    description = {
      "Publishes what is parked, as the relay does and in the order of the lanes, and lets live"
          + " events",
      "pass again. First remove the cause: 'parked --events' shows it.",
      ""
    })
public final class RedriveCommand extends OutboxCommand {
  /** Rounds are short, so that Ctrl-C does not take long. */
  private static final Duration ROUND = Duration.ofSeconds(10);

  @Option(names = "--target", paramLabel = "NAME", description = "Only what is parked for it.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      description = "Only what is parked for these, and what stands behind it. Default: all.")
  private Set<ParkReason> reasons = EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));

  @Option(names = "--aggregate", paramLabel = "TYPE#ID", description = "Only this aggregate.")
  private Optional<String> aggregate = Optional.empty();

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", target);
    aggregate.ifPresent(name -> Aggregates.check("--aggregate", name));
    RedriveOrder order = order();
    List<QueueSummary> queues = wanted(session.operator().parked(), order);
    if (queues.isEmpty()) {
      return nothing(session.output());
    }
    long events = ParkedSummary.events(queues);
    if (confirmation.isDryRun()) {
      session.output().print(new ParkedReport(queues, Instant.now()));
      session.output().note("Nothing was changed: this is what a redrive would look at.");
      return CommandExit.DONE;
    }
    String question =
        "Publish up to %s of %s?"
            .formatted(Counts.of(events, "event"), Counts.of(queues.size(), "queue"));
    return confirmation.isGiven(session.output(), question)
        ? redrive(session, order, events)
        : CommandExit.DONE;
  }

  private RedriveOrder order() {
    if (reasons.contains(ParkReason.BEHIND)) {
      throw new OperatorException(
          Kind.INPUT, "--reason BEHIND: is no reason of its own; name that of the event before it");
    }
    return new RedriveOrder(reasons, target, aggregate);
  }

  private CommandExit nothing(Output output) {
    if (aggregate.isPresent()) {
      throw new OperatorException(
          Kind.INPUT,
          "--aggregate \"%s\": nothing is parked of it%s for these reasons"
              .formatted(aggregate.get(), target.map(name -> " for " + name).orElse("")));
    }
    output.print(new RedriveReport(RedriveResult.NOTHING));
    return CommandExit.DONE;
  }

  private static List<QueueSummary> wanted(List<QueueSummary> queues, RedriveOrder order) {
    return queues.stream().filter(queue -> order.includes(queue)).toList();
  }

  private CommandExit redrive(Session session, RedriveOrder order, long events) {
    Output output = session.output();
    try (RateLine progress = new RateLine(output, "events published", events)) {
      ConfiguredRedrive redrive =
          ConfiguredRedrive.open(session.config(), new PublishedCount(progress));
      session.closeAtEnd(redrive::close);
      Duration round = redrive.margin().plus(ROUND);
      RedriveResult result;
      try (Interruption interruption =
          new Interruption(
              output, round, "What was published is out. To go on, run the same command again.")) {
        result = rounds(session, redrive, order, round, interruption);
      }
      output.print(new RedriveReport(result));
      return exit(result);
    }
  }

  private static RedriveResult rounds(
      Session session,
      ConfiguredRedrive redrive,
      RedriveOrder order,
      Duration round,
      Interruption interruption) {
    String name = Identity.ofRun();
    RedriveResult all = RedriveResult.NOTHING;
    RedriveResult last;
    do {
      List<QueueSummary> queues = wanted(session.operator().parked(), order);
      last = AwsFailures.await("the redrive", redrive.run(name, queues, order, round));
      all =
          new RedriveResult(
              all.published() + last.published(),
              all.moved() + last.moved(),
              all.released() + last.released(),
              last.stuck(),
              last.unfinished(),
              last.busy());
    } while (!interruption.isWanted()
        && last.unfinished() > 0
        && last.published() + last.moved() > 0);
    return all;
  }

  private static CommandExit exit(RedriveResult result) {
    if (!result.busy().isEmpty() && result.published() == 0) {
      return CommandExit.BUSY;
    }
    return result.stuck().isEmpty() && result.unfinished() == 0 && result.busy().isEmpty()
        ? CommandExit.DONE
        : CommandExit.INCOMPLETE;
  }
}
