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
import java.util.stream.Collectors;

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
    List<ParkedEvent> there =
        operator.events(selection.aggregate()).stream()
            .filter(event -> event.place().lane().target().equals(selection.target()))
            .toList();
    List<ParkedEvent> events =
        there.stream().filter(event -> selection.includes(event, codec)).toList();
    if (events.isEmpty()) {
      throw new OperatorException(Kind.INPUT, nothing(there.size()));
    }
    return events;
  }

  private String nothing(int there) {
    Optional<String> eventId = selection.which().eventId();
    if (there > 0 && eventId.isEmpty()) {
      return "%s: nothing of it has failed for %s itself; %s queued behind something else, and a redrive publishes what is in front. To take these out, too: --behind"
          .formatted(
              selection.aggregate(),
              selection.target(),
              there == 1 ? "1 event is" : Counts.of(there, "event") + " are");
    }
    return "%s: nothing of it is parked for %s%s"
        .formatted(
            selection.aggregate(),
            selection.target(),
            eventId.map(" with the id "::concat).orElse(""));
  }

  /**
   * Which events of an aggregate are meant.
   *
   * @param eventId only this one
   * @param behind also what is only queued behind a failed event
   */
  public static WaysOut.Which which(Optional<String> eventId, boolean behind) {
    return eventId
        .<WaysOut.Which>map(WaysOut.Which.One::new)
        .orElseGet(behind ? WaysOut.Which.All::new : WaysOut.Which.Failed::new);
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
   * Takes out what was shown, and nothing else.
   *
   * @param output where Ctrl-C leaves a note on how to continue
   * @param shown what was {@link #selected}, and agreed to
   * @param to the target that they are sent to; empty: they are discarded
   */
  public Result run(
      Output output, List<ParkedEvent> shown, Optional<String> to, WaysOut.Decision decision) {
    WaysOut.Selection exactly =
        new WaysOut.Selection(
            selection.target(),
            selection.aggregate(),
            new WaysOut.Which.Listed(
                shown.stream().map(ParkedEvent::place).collect(Collectors.toSet())));
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, RelayObserver.NONE)) {
      return new Result(takeOut(redrive, output, exactly, to, decision), shown.size());
    }
  }

  /**
   * What has become of the events that were shown.
   *
   * @param shown how many they were
   */
  public record Result(WaysOut.Outcome outcome, int shown) {
    /** How many had left their queue before it was their turn; nobody has touched them here. */
    public int gone() {
      boolean isThrough = outcome.obstacle().isEmpty() && outcome.busy().isEmpty();
      return isThrough ? shown - outcome.events() : 0;
    }

    /** How it has ended. */
    public CommandExit exit() {
      if (outcome.busy().isPresent()) {
        return CommandExit.BUSY;
      }
      return outcome.obstacle().isPresent() || gone() > 0
          ? CommandExit.INCOMPLETE
          : CommandExit.DONE;
    }
  }

  private WaysOut.Outcome takeOut(
      ConfiguredRedrive redrive,
      Output output,
      WaysOut.Selection exactly,
      Optional<String> to,
      WaysOut.Decision decision) {
    Interruption interruption =
        new Interruption(
            output,
            TIME,
            "Each event has left its queue completely or not at all: 'parked' shows what is left.");
    try {
      return AwsFailures.await(
          config.control().orElseThrow().described(),
          redrive.letOut(Identity.ofRun(), exactly, to, decision, TIME));
    } finally {
      interruption.close();
    }
  }
}
