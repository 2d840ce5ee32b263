package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.operate.AwsFailures;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.RateLine;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Discards all that is parked for a target. */
@Command(
    name = "purge",
    description = {
      "Discards for good all that is parked for a target, also for one that the configuration no"
          + " longer has. Each event leaves a mark that says who has decided it and why. 'discard'"
          + " is for one aggregate.",
      ""
    })
public final class PurgeCommand extends OutboxCommand {
  /** For one aggregate: so long does Ctrl-C take at most. */
  private static final Duration TIME = Duration.ofMinutes(2);

  private static final Duration RELEASE = Duration.ofSeconds(10);

  /** As many are looked at before the first of them are discarded. */
  private static final int PAGE = 1_000;

  @Option(
      names = "--target",
      required = true,
      paramLabel = "NAME",
      description = "For which target they are parked; * is what is parked for all.")
  private String target = "";

  @Mixin private final DecisionOptions decisions = new DecisionOptions();

  @Mixin private final Confirmation confirmation = new Confirmation();

  @Override
  protected CommandExit run(Session session) {
    WaysOut.Decision decision = decisions.decision();
    List<QueueSummary> queues = wanted(session);
    if (queues.isEmpty()) {
      throw new OperatorException(Kind.INPUT, nothing());
    }
    long events = ParkedGroup.events(queues);
    if (confirmation.isDryRun()) {
      session.output().print(new ParkedReport(queues, Instant.now()));
      session.output().note("Nothing was changed: this is what would be discarded.");
      return CommandExit.DONE;
    }
    String question = "Discard %s for %s for good?".formatted(Counts.of(events, "event"), target);
    return confirmation.isGiven(session.output(), question)
        ? purge(session, decision, events)
        : CommandExit.DONE;
  }

  private String nothing() {
    return "--target \"%s\": nothing is parked for it; 'parked' shows what is parked for which"
        .formatted(target);
  }

  private List<QueueSummary> wanted(Session session) {
    return ofTarget(session).filter(queue -> !isEmpty(queue)).toList();
  }

  private Stream<QueueSummary> ofTarget(Session session) {
    return session.operator().parked().stream()
        .filter(queue -> queue.queue().target().equals(target));
  }

  private static boolean isEmpty(QueueSummary queue) {
    return ParkedGroup.events(List.of(queue)) == 0;
  }

  /** Lets live events pass again where nothing is left: a redrive without events. */
  private void release(Session session, ConfiguredRedrive redrive) {
    List<QueueSummary> empty = ofTarget(session).filter(PurgeCommand::isEmpty).toList();
    RedriveOrder order =
        new RedriveOrder(
            EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND)),
            Optional.of(target),
            Optional.empty());
    AwsFailures.await(
        "the redrive", redrive.run(Identity.ofRun(), empty, order, redrive.margin().plus(RELEASE)));
  }

  private CommandExit purge(Session session, WaysOut.Decision decision, long events) {
    ConfiguredRedrive redrive = ConfiguredRedrive.open(session.config(), RelayObserver.NONE);
    session.closeAtEnd(redrive::close);
    long discarded = 0;
    Optional<String> obstacle = Optional.empty();
    try (RateLine progress = new RateLine(session.output(), "events discarded", events);
        Interruption interruption =
            new Interruption(
                session.output(),
                TIME,
                "Each event left its queue as a whole, or not at all. The same command goes on.")) {
      Set<String> left = aggregates(session);
      // Live events may be parked behind: what was meant is what was parked at the beginning.
      while (!left.isEmpty()
          && discarded < events
          && obstacle.isEmpty()
          && !interruption.isWanted()) {
        for (String aggregate : left) {
          if (obstacle.isEmpty() && !interruption.isWanted()) {
            WaysOut.Outcome outcome = discard(redrive, aggregate, decision);
            discarded += outcome.events();
            progress.done(outcome.events());
            obstacle = obstacle(aggregate, outcome);
          }
        }
        left = aggregates(session);
      }
      release(session, redrive);
    }
    session.output().print(new PurgeReport(discarded, obstacle));
    return obstacle.isPresent() ? CommandExit.INCOMPLETE : CommandExit.DONE;
  }

  private Set<String> aggregates(Session session) {
    Set<String> aggregates = new LinkedHashSet<>();
    for (QueueSummary queue : wanted(session)) {
      if (aggregates.size() < PAGE) {
        session
            .operator()
            .events(queue.queue(), event -> true, PAGE)
            .forEach(event -> aggregates.add(event.place().lane().aggregate()));
      }
    }
    return aggregates;
  }

  private WaysOut.Outcome discard(
      ConfiguredRedrive redrive, String aggregate, WaysOut.Decision decision) {
    return AwsFailures.await(
        "the control table",
        redrive.letOut(
            Identity.ofRun(),
            new WaysOut.Selection(target, aggregate, Optional.empty()),
            Optional.empty(),
            decision,
            TIME));
  }

  private static Optional<String> obstacle(String aggregate, WaysOut.Outcome outcome) {
    if (outcome.busy().isPresent()) {
      return outcome
          .busy()
          .map(
              lease ->
                  "%s is busy: %s redrives it until %s at the latest"
                      .formatted(aggregate, lease.owner(), lease.until()));
    }
    if (outcome.obstacle().isPresent()) {
      return outcome
          .obstacle()
          .map(why -> "%s: %s: %s".formatted(aggregate, why.code(), why.message()));
    }
    return outcome.events() > 0
        ? Optional.empty()
        : Optional.of(aggregate + ": its events have left their queue meanwhile");
  }

  private record PurgeReport(long discarded, Optional<String> obstacle) implements Report {
    @Override
    public void print(Page page) {
      page.line(Counts.of(discarded, "event") + " discarded");
      obstacle.ifPresent(
          why -> page.line("It has stopped at %s. The same command goes on.".formatted(why)));
    }

    @Override
    public ObjectNode json() {
      ObjectNode document = JsonNodeFactory.instance.objectNode().put("discarded", discarded);
      obstacle.ifPresent(why -> document.put("obstacle", why));
      return document;
    }
  }
}
