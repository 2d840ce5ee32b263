package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Takes events out of their queues because an operator has decided so: reroute and discard.
 *
 * @param filter selects them; names one target
 * @param behind also what is only queued behind a failed event
 */
public record TakeOut(
    RelayConfig config, OutboxOperator operator, ParkedFilter filter, boolean behind) {
  /** What somebody can look through before, and a run of minutes. */
  private static final int MOST = 10_000;

  private static final Duration TIME = Duration.ofMinutes(2);

  /**
   * The selected events, those of a lane in order.
   *
   * @throws OperatorException if there are none, or too many
   */
  public List<ParkedRow> selected() {
    ParkedReader reader = new ParkedReader(new RecordCodec(config.table().schema()));
    List<ParkedRow> rows = new ArrayList<>();
    Set<ParkedEvent.Place> found = new HashSet<>();
    int most = filter.chosen().map(ticked -> ticked.keys().size()).orElse(Integer.MAX_VALUE);
    BooleanSupplier wantsMore = () -> rows.size() <= MOST && found.size() < most;
    int[] spared = new int[1];
    operator.events(
        operator.parked().stream().filter(filter::mayBeIn).toList(),
        (queue, events) -> {
          events
              .takeWhile(any -> wantsMore.getAsBoolean())
              .filter(event -> filter.includes(event, reader, queue))
              .map(reader::row)
              .forEach(
                  row -> {
                    if (isMeant(row)) {
                      rows.add(row);
                      found.add(row.place());
                    } else {
                      spared[0]++;
                    }
                  });
          return wantsMore.getAsBoolean();
        });
    if (rows.isEmpty()) {
      throw new OperatorException(Kind.INPUT, nothing(spared[0]));
    }
    if (rows.size() > MOST) {
      throw new OperatorException(
          Kind.INPUT,
          "more than %,d events are selected: select fewer, or purge the target".formatted(MOST));
    }
    return rows;
  }

  /** Whoever names an event, or asks for what is behind, means it. */
  private boolean isMeant(ParkedRow row) {
    return behind
        || filter.id().isPresent()
        || filter.chosen().isPresent()
        || filter.reasons().contains(ParkReason.BEHIND)
        || row.cause().reason() != ParkReason.BEHIND;
  }

  private String nothing(int spared) {
    if (spared > 0) {
      return "nothing has failed itself that is parked%s; %s queued behind something else, and a redrive publishes what is in front. To take these out, too: --behind"
          .formatted(
              filter.described(), spared == 1 ? "1 event is" : Counts.of(spared, "event") + " are");
    }
    return "nothing is parked%s".formatted(filter.described());
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
    if (to.isPresent() && to.equals(filter.target())) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": is the target that they are parked for; to try it again: redrive"
              .formatted(name, to.get()));
    }
  }

  /**
   * Takes out what was shown, and nothing else.
   *
   * @param output where Ctrl-C leaves a note on how to continue
   * @param shown what was {@link #selected}, and agreed to
   * @param to the target that they are sent to; empty: they are discarded
   * @param progress receives how many have left their queue, and may stop it after each lane
   */
  public Result run(
      Output output,
      List<ParkedRow> shown,
      Optional<String> to,
      WaysOut.Decision decision,
      AuditProgress progress) {
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, RelayObserver.NONE);
        Interruption interruption =
            new Interruption(
                output,
                TIME,
                "Each event has left its queue completely or not at all: 'parked' shows what is"
                    + " left.")) {
      String run = Identity.ofRun();
      return new Logged(operator, output)
          .act(
              new LoggedDecision.Decision(
                  decision.by(),
                  run,
                  to.isPresent() ? "reroute" : "discard",
                  filter.target(),
                  (to.map("to "::concat).orElse("")
                          + filter.described()
                          + (behind ? " with what is behind" : ""))
                      .strip(),
                  shown.size(),
                  Optional.of(decision.reason())),
              () -> takeOut(run, redrive, shown, to, decision, interruption.stopping(progress)),
              Result::exit,
              result -> result.outcome().events());
    }
  }

  private Result takeOut(
      String run,
      ConfiguredRedrive redrive,
      List<ParkedRow> shown,
      Optional<String> to,
      WaysOut.Decision decision,
      AuditProgress progress) {
    Map<LaneKey, Set<ParkedEvent.Place>> lanes = new LinkedHashMap<>();
    shown.forEach(
        row ->
            lanes
                .computeIfAbsent(row.place().lane(), lane -> new LinkedHashSet<>())
                .add(row.place()));
    int events = 0;
    boolean isStopped = false;
    WaysOut.Outcome last = new WaysOut.Outcome(0, Optional.empty(), Optional.empty());
    for (Map.Entry<LaneKey, Set<ParkedEvent.Place>> lane : lanes.entrySet()) {
      isStopped = isStopped || progress.isStopWanted();
      if (last.obstacle().isEmpty() && last.busy().isEmpty() && !isStopped) {
        last = takeOut(run, redrive, lane.getKey(), lane.getValue(), to, decision);
        events += last.events();
        progress.at("events taken out", events, shown.size());
      }
    }
    return new Result(
        new WaysOut.Outcome(events, last.obstacle(), last.busy()),
        shown.size(),
        isStopped,
        shown.stream().map(ParkedRow::parkedAt).min(Instant::compareTo).orElseThrow());
  }

  private WaysOut.Outcome takeOut(
      String run,
      ConfiguredRedrive redrive,
      LaneKey lane,
      Set<ParkedEvent.Place> places,
      Optional<String> to,
      WaysOut.Decision decision) {
    WaysOut.Selection exactly =
        new WaysOut.Selection(lane.target(), lane.aggregate(), new WaysOut.Which.Listed(places));
    return AwsFailures.await(
        config.control().orElseThrow().described(),
        redrive.letOut(run, exactly, to, decision, TIME));
  }

  /**
   * What has become of the events that were shown.
   *
   * @param shown how many they were
   * @param isInterrupted whether it was interrupted
   * @param since when the first of them was parked
   */
  public record Result(WaysOut.Outcome outcome, int shown, boolean isInterrupted, Instant since) {
    /** How many had left their queue before it was their turn; nobody has touched them here. */
    public int gone() {
      boolean isThrough =
          outcome.obstacle().isEmpty() && outcome.busy().isEmpty() && !isInterrupted;
      return isThrough ? shown - outcome.events() : 0;
    }

    /** How it has ended. */
    public CommandExit exit() {
      if (outcome.busy().isPresent() && outcome.events() == 0) {
        return CommandExit.BUSY;
      }
      return outcome.events() < shown ? CommandExit.INCOMPLETE : CommandExit.DONE;
    }
  }
}
