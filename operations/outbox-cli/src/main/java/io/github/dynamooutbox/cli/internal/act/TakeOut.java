package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes events out of their queues because an operator has decided so: reroute and discard. */
public record TakeOut(RelayConfig config, OutboxOperator operator, WaysOut.Selection selection) {
  private static final Duration TIME = Duration.ofMinutes(2);

  /**
   * The selected events, in order.
   *
   * @throws OperatorException if there are none
   */
  public List<ParkedEvent> selected() {
    RecordCodec codec = new RecordCodec(config.table().schema());
    List<ParkedEvent> events =
        operator.events(selection.aggregate()).stream()
            .filter(event -> event.place().lane().target().equals(selection.target()))
            .filter(event -> selection.eventId().map(event.eventId(codec)::equals).orElse(true))
            .toList();
    if (events.isEmpty()) {
      throw new OperatorException(
          Kind.INPUT,
          "%s: nothing of it is parked for %s%s"
              .formatted(
                  selection.aggregate(),
                  selection.target(),
                  selection.eventId().map(id -> " with the id " + id).orElse("")));
    }
    return events;
  }

  /** Asks for confirmation. */
  public static String question(Optional<String> to, long events) {
    return "%s %s?"
        .formatted(to.map(name -> "Send to " + name).orElse("Discard"), Counts.of(events, "event"));
  }

  /**
   * The decision that is recorded: by whom, and why.
   *
   * @param names what the caller calls these two inputs, for the error message
   * @throws OperatorException if one of them cannot be stored
   */
  public static WaysOut.Decision decision(String names, String by, String because) {
    try {
      return new WaysOut.Decision(by, because);
    } catch (IllegalArgumentException e) {
      throw new OperatorException(Kind.INPUT, names + ": " + e.getMessage());
    }
  }

  /**
   * Checks the target that the events are to be sent to.
   *
   * @param name what the caller calls this input, for the error message
   * @throws OperatorException if it is the target that they are parked for
   */
  public void check(String name, Optional<String> to) {
    if (to.filter(selection.target()::equals).isPresent()) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": is the target that they are parked for; to try it again: redrive"
              .formatted(name, selection.target()));
    }
  }

  /**
   * Takes them out.
   *
   * @param output where Ctrl-C leaves a note on how to continue
   * @param to the target that they are sent to; empty: they are discarded
   */
  public WaysOut.Outcome run(Output output, Optional<String> to, WaysOut.Decision decision) {
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, RelayObserver.NONE)) {
      return takeOut(redrive, output, to, decision);
    }
  }

  private WaysOut.Outcome takeOut(
      ConfiguredRedrive redrive, Output output, Optional<String> to, WaysOut.Decision decision) {
    Interruption interruption =
        new Interruption(
            output,
            TIME,
            "Each event has left its queue completely or not at all: 'parked' shows what is left.");
    try {
      return AwsFailures.await(
          config.control().orElseThrow().described(),
          redrive.letOut(Identity.ofRun(), selection, to, decision, TIME));
    } finally {
      interruption.close();
    }
  }

  /** How it has ended. */
  public static CommandExit exit(WaysOut.Outcome outcome) {
    if (outcome.busy().isPresent()) {
      return CommandExit.BUSY;
    }
    return outcome.obstacle().isPresent() ? CommandExit.INCOMPLETE : CommandExit.DONE;
  }
}
