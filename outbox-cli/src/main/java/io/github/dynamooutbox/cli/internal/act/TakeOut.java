package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.operate.AwsFailures;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import io.github.dynamooutbox.aws.operate.OutboxOperator;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes events out of their queues because somebody has decided so: reroute and discard. */
public record TakeOut(RelayConfig config, OutboxOperator operator, WaysOut.Selection selection) {
  private static final Duration TIME = Duration.ofMinutes(2);

  /**
   * What would be meant, in order.
   *
   * @throws OperatorException if that is nothing
   */
  public List<ParkedEvent> meant() {
    RecordCodec codec = new RecordCodec(config.table().schema());
    List<ParkedEvent> events =
        operator.events(selection.aggregate()).stream()
            .filter(event -> event.place().lane().target().equals(selection.target()))
            .filter(event -> selection.eventId().map(event.eventId(codec)::equals).orElse(true))
            .toList();
    if (events.isEmpty()) {
      throw new OperatorException(
          Kind.INPUT,
          "%s: nothing is parked of it for %s%s"
              .formatted(
                  selection.aggregate(),
                  selection.target(),
                  selection.eventId().map(id -> " with the id " + id).orElse("")));
    }
    return events;
  }

  /** What somebody is asked before. */
  public static String question(Optional<String> to, long events) {
    return "%s %s?"
        .formatted(to.map(name -> "Send to " + name).orElse("Discard"), Counts.of(events, "event"));
  }

  /**
   * Who decides it, and why.
   *
   * @param asked how whoever asks calls the two
   * @throws OperatorException if one of them cannot be kept
   */
  public static WaysOut.Decision decision(String asked, String by, String because) {
    try {
      return new WaysOut.Decision(by, because);
    } catch (IllegalArgumentException e) {
      throw new OperatorException(Kind.INPUT, asked + ": " + e.getMessage());
    }
  }

  /**
   * Checks where they are to be sent.
   *
   * @param asked how whoever asks calls it
   * @throws OperatorException if it is where they are parked
   */
  public void check(String asked, Optional<String> to) {
    if (to.filter(selection.target()::equals).isPresent()) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": is where they are parked; to try again: redrive"
              .formatted(asked, selection.target()));
    }
  }

  /**
   * Takes them out.
   *
   * @param output is told at Ctrl-C how to go on
   * @param to where they are sent; empty: they are discarded
   */
  public WaysOut.Outcome run(Output output, Optional<String> to, WaysOut.Decision decision) {
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, RelayObserver.NONE)) {
      return letOut(redrive, output, to, decision);
    }
  }

  private WaysOut.Outcome letOut(
      ConfiguredRedrive redrive, Output output, Optional<String> to, WaysOut.Decision decision) {
    Interruption interruption =
        new Interruption(
            output,
            TIME,
            "Each event left its queue as a whole, or not at all. 'parked' shows what is left.");
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
