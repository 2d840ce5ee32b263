package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.operate.AwsFailures;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes events out of their queues because somebody has decided so. */
abstract class TakeOutCommand extends OutboxCommand {
  private static final Duration TIME = Duration.ofMinutes(2);

  @Option(
      names = "--target",
      required = true,
      paramLabel = "NAME",
      description = "For which target they are parked; * is what is parked for all.")
  private String target = "";

  @Option(
      names = "--aggregate",
      required = true,
      paramLabel = "TYPE#ID",
      description = "Of which aggregate, as in Order#42.")
  private String aggregate = "";

  @Option(
      names = "--event",
      paramLabel = "ID",
      description = "Only this event; of a record that cannot be read, its two keys with a /.")
  private Optional<String> eventId = Optional.empty();

  @Mixin private final DecisionOptions decisions = new DecisionOptions();

  @Mixin private final Confirmation confirmation = new Confirmation();

  /** What is done, as a verb. */
  abstract String verb();

  /** To which other target they are sent; empty: they are discarded. */
  abstract Optional<String> to();

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", Optional.of(target));
    Targets.check(session.config(), "--to", to());
    Aggregates.check("--aggregate", aggregate);
    if (to().filter(target::equals).isPresent()) {
      throw new OperatorException(
          Kind.INPUT,
          "--to \"%s\": is where they are parked; to try again: redrive".formatted(target));
    }
    WaysOut.Decision decision = decisions.decision();
    List<ParkedEvent> events = meant(session);
    if (events.isEmpty()) {
      throw new OperatorException(
          Kind.INPUT,
          "%s: nothing is parked of it for %s%s"
              .formatted(aggregate, target, eventId.map(id -> " with the id " + id).orElse("")));
    }
    if (!session.output().isJson() || confirmation.isDryRun()) {
      session.output().print(new ParkedEventsReport(events, false, Instant.now()));
    }
    if (confirmation.isDryRun()) {
      session.output().note("Nothing was changed: this is what would be meant.");
      return CommandExit.DONE;
    }
    String question = "%s %s?".formatted(verb(), Counts.of(events.size(), "event"));
    return confirmation.isGiven(session.output(), question)
        ? takeOut(session, decision)
        : CommandExit.DONE;
  }

  private List<ParkedEvent> meant(Session session) {
    RecordCodec codec = new RecordCodec(session.config().table().schema());
    return session.operator().events(aggregate).stream()
        .filter(event -> event.place().lane().target().equals(target))
        .filter(event -> eventId.map(event.eventId(codec)::equals).orElse(true))
        .toList();
  }

  private CommandExit takeOut(Session session, WaysOut.Decision decision) {
    ConfiguredRedrive redrive = ConfiguredRedrive.open(session.config(), RelayObserver.NONE);
    session.closeAtEnd(redrive::close);
    WaysOut.Outcome outcome = letOut(session, redrive, decision);
    session.output().print(new OutcomeReport(outcome));
    if (outcome.busy().isPresent()) {
      return CommandExit.BUSY;
    }
    return outcome.obstacle().isPresent() ? CommandExit.INCOMPLETE : CommandExit.DONE;
  }

  private WaysOut.Outcome letOut(
      Session session, ConfiguredRedrive redrive, WaysOut.Decision decision) {
    Interruption interruption =
        new Interruption(
            session.output(),
            TIME,
            "Each event left its queue as a whole, or not at all. 'parked' shows what is left.");
    try {
      return AwsFailures.await(
          "the control table",
          redrive.letOut(
              Identity.ofRun(),
              new WaysOut.Selection(target, aggregate, eventId),
              to(),
              decision,
              TIME));
    } finally {
      interruption.close();
    }
  }

  private record OutcomeReport(WaysOut.Outcome outcome) implements Report {
    @Override
    public void print(Page page) {
      page.line(Counts.of(outcome.events(), "event") + " taken out of the queue");
      outcome
          .obstacle()
          .ifPresent(
              why ->
                  page.line(
                      "The others have not: %s: %s. Correct that and run the command again."
                          .formatted(why.code(), why.message())));
      outcome
          .busy()
          .ifPresent(
              lease ->
                  page.line(
                      "This part of the lanes is busy: %s redrives it until %s at the latest."
                          .formatted(lease.owner(), lease.until())));
    }

    @Override
    public ObjectNode json() {
      ObjectNode document = JsonNodeFactory.instance.objectNode().put("left", outcome.events());
      outcome
          .obstacle()
          .ifPresent(
              why ->
                  document
                      .putObject("obstacle")
                      .put("code", why.code())
                      .put("message", why.message()));
      outcome
          .busy()
          .ifPresent(
              lease ->
                  document
                      .putObject("busy")
                      .put("owner", lease.owner())
                      .put("until", lease.until().toString()));
      return document;
    }
  }
}
