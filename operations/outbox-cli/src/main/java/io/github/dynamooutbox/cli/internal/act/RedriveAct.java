package io.github.dynamooutbox.cli.internal.act;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.output.Shell;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A redrive in rounds, until nothing is left that can be published.
 *
 * @param front only the queues of lanes whose first event it includes, and the single events that
 *     it includes; empty: all queues
 * @param by who decides it
 */
public record RedriveAct(
    RelayConfig config,
    OutboxOperator operator,
    RedriveOrder order,
    Optional<ParkedFilter> front,
    String by) {
  /** Short, so that Ctrl-C takes effect soon. */
  private static final Duration ROUND = Duration.ofSeconds(10);

  private static final double LEAST_RATE = 1;

  private static final Set<ParkReason> ALL = EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));

  /**
   * What is to be published, as it was shown.
   *
   * @param queues of single events only what is chosen is counted
   * @param order names the single events if some are chosen
   * @param fronts the first event of each lane that was chosen by it
   */
  public record Choice(
      List<QueueSummary> queues, RedriveOrder order, Map<QueueName, ParkedEvent.Place> fronts) {
    public Choice {
      queues = List.copyOf(queues);
      fronts = Map.copyOf(fronts);
    }
  }

  /** What it would process. */
  public Choice choice() {
    List<QueueSummary> all = operator.parked().stream().filter(order::includes).toList();
    return front
        .map(filter -> withInFront(filter, all))
        .orElseGet(() -> new Choice(all, order, Map.of()));
  }

  private Choice withInFront(ParkedFilter filter, List<QueueSummary> all) {
    ParkedReader reader = new ParkedReader(new RecordCodec(config.table().schema()));
    List<QueueSummary> found = new ArrayList<>();
    Set<ParkedEvent.Place> singles = new HashSet<>();
    Map<QueueName, ParkedEvent.Place> fronts = new HashMap<>();
    operator.events(
        all.stream().filter(queue -> !queue.queue().isBacklog() && filter.mayBeIn(queue)).toList(),
        (queue, events) -> {
          boolean isUnordered = queue.queue().isUnordered();
          List<ParkedEvent> chosen =
              (isUnordered ? events : events.limit(1))
                  .filter(event -> filter.includes(event, reader, queue))
                  .toList();
          if (!chosen.isEmpty()) {
            found.add(isUnordered ? withCounts(queue, chosen) : queue);
          }
          for (ParkedEvent event : chosen) {
            if (isUnordered) {
              singles.add(event.place());
            } else {
              fronts.put(queue.queue(), event.place());
            }
          }
          return true;
        });
    return new Choice(found, order.onlySingles(singles), fronts);
  }

  /**
   * What is left of a choice once somebody has agreed to it.
   *
   * @param shown how many events were shown
   * @param changed how many lanes are left out because another event is in front by now
   */
  public record Agreed(Choice choice, long shown, int changed) {}

  /**
   * Without the lanes that are empty by now, and without those in front of which something else
   * stands: nobody has agreed to it. Changes nothing.
   */
  public Agreed stillSo(Choice shown) {
    Set<QueueName> out = new HashSet<>(shown.fronts().keySet());
    int[] changed = new int[1];
    operator.events(
        shown.queues().stream().filter(queue -> out.contains(queue.queue())).toList(),
        (queue, events) -> {
          Optional<ParkedEvent.Place> front = events.findFirst().map(ParkedEvent::place);
          if (front.equals(Optional.ofNullable(shown.fronts().get(queue.queue())))) {
            out.remove(queue.queue());
          } else if (front.isPresent()) {
            changed[0]++;
          }
          return true;
        });
    List<QueueSummary> left =
        shown.queues().stream().filter(queue -> !out.contains(queue.queue())).toList();
    return new Agreed(
        new Choice(left, shown.order(), shown.fronts()),
        ParkedGroup.events(shown.queues()),
        changed[0]);
  }

  private static QueueSummary withCounts(QueueSummary queue, List<ParkedEvent> chosen) {
    Map<ParkReason, Long> counts =
        chosen.stream().collect(groupingBy(event -> event.cause().reason(), counting()));
    return new QueueSummary(queue.queue(), queue.state(), queue.since(), queue.oldest(), counts);
  }

  /** Why an event that is named cannot be chosen: it waits where only all of it leaves. */
  public Optional<String> whyNothing() {
    ParkedReader reader = new ParkedReader(new RecordCodec(config.table().schema()));
    List<String> why = new ArrayList<>();
    Optional<ParkedFilter> ofEvents =
        front.filter(filter -> filter.id().isPresent() || filter.chosen().isPresent());
    ofEvents.ifPresent(
        filter ->
            operator.events(
                operator.parked().stream().filter(filter::mayBeIn).toList(),
                (queue, events) -> {
                  events
                      .filter(event -> filter.includes(event, reader, queue))
                      .findFirst()
                      .ifPresent(event -> why.add(where(queue, reader.row(event))));
                  return why.isEmpty();
                }));
    return why.stream().findFirst();
  }

  static String where(QueueSummary queue, ParkedRow row) {
    String event = "%s %s for %s".formatted(row.name().type(), row.name().id(), row.target());
    return queue.queue().isBacklog()
        ? "%s waits in the target's backlog, which leaves in order and only as a whole: outbox redrive --target %s --reason %s"
            .formatted(event, Shell.quoted(row.target()), queue.reason())
        : "%s is queued behind another event of %s, or parked for a reason that is not asked for: outbox redrive --target %s --aggregate %s"
            .formatted(
                event, row.aggregate(), Shell.quoted(row.target()), Shell.quoted(row.aggregate()));
  }

  /** Asks for confirmation. */
  public static String question(long events, long queues) {
    return "Publish up to %s of %s?"
        .formatted(Counts.of(events, "event"), Counts.of(queues, "queue"));
  }

  /**
   * Publishes. Ctrl-C ends it after the current round.
   *
   * @param output where Ctrl-C leaves a note on how to continue
   * @param agreed what is {@link #stillSo}
   * @param rate the most events a second; empty: no limit
   * @param observer notified of each event
   * @param stop whether to end it after the current round
   */
  public Done run(
      Output output,
      Agreed agreed,
      OptionalDouble rate,
      RelayObserver observer,
      BooleanSupplier stop) {
    Map<String, RedriveResult.Why> failing = new ConcurrentHashMap<>();
    RelayObserver remembering =
        event -> {
          if (event instanceof RelayEvent.Retried it) {
            failing.put(it.target(), new RedriveResult.Why(it.code(), it.message()));
          } else if (event instanceof RelayEvent.Published it) {
            failing.remove(it.target());
          }
        };
    String run = Identity.ofRun();
    return new Logged(operator, output)
        .act(
            decision(run, agreed.shown()),
            () ->
                new Done(
                    agreed.choice().queues().isEmpty()
                        ? RedriveResult.NOTHING
                        : runAll(
                            run, output, agreed.choice(), rate, observer.and(remembering), stop),
                    failing,
                    agreed.changed()),
            Done::exit,
            done -> done.result().published());
  }

  /**
   * What a redrive has done.
   *
   * @param failing what each target said last that did not accept something, by name
   * @param changed how many queues were left out because another event is in front by now
   */
  public record Done(RedriveResult result, Map<String, RedriveResult.Why> failing, int changed) {
    public Done {
      failing = Map.copyOf(failing);
    }

    /** The exit code. */
    public CommandExit exit() {
      CommandExit exit = RedriveAct.exit(result);
      return changed > 0 && exit == CommandExit.DONE ? CommandExit.INCOMPLETE : exit;
    }
  }

  private RedriveResult runAll(
      String run,
      Output output,
      Choice choice,
      OptionalDouble rate,
      RelayObserver observer,
      BooleanSupplier stop) {
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, observer, rate)) {
      Duration round = redrive.margin().plus(ROUND);
      try (Interruption interruption =
          new Interruption(
              output,
              round,
              "What was published stays published. To continue, run the same command again.")) {
        return ofChosen(
            choice,
            rounds(
                choice.queues(),
                operator::parked,
                queue -> front.isEmpty() && order.includes(queue),
                queues ->
                    AwsFailures.await(
                        "the redrive", redrive.run(run, queues, choice.order(), round)),
                () -> interruption.isWanted() || stop.getAsBoolean()));
      }
    }
  }

  private LoggedDecision.Decision decision(String run, long shown) {
    Set<ParkReason> some = order.reasons().equals(ALL) ? Set.of() : order.reasons();
    String selection =
        front.isEmpty()
            ? ParkedFilter.of(order.target(), some, order.aggregate()).described()
            : ParkedFilter.of(Optional.empty(), some, Optional.empty()).described()
                + front.get().described();
    return Logged.decision(by, run, "redrive", order.target(), selection, shown);
  }

  /** A queue of single events is not stuck because of those that were not chosen. */
  private RedriveResult ofChosen(Choice choice, RedriveResult result) {
    Set<ParkedEvent.Place> singles = choice.order().singles().orElse(Set.of());
    Map<QueueName, RedriveResult.Why> stuck = new LinkedHashMap<>(result.stuck());
    operator.events(
        choice.queues().stream()
            .filter(
                queue ->
                    !singles.isEmpty()
                        && queue.queue().isUnordered()
                        && stuck.containsKey(queue.queue()))
            .toList(),
        (queue, events) -> {
          Optional<ParkedEvent.Cause> why =
              events
                  .filter(event -> singles.contains(event.place()))
                  .findFirst()
                  .map(ParkedEvent::cause);
          stuck.remove(queue.queue());
          why.ifPresent(
              it -> stuck.put(queue.queue(), new RedriveResult.Why(it.code(), it.message())));
          return true;
        });
    return new RedriveResult(
        result.published(),
        result.moved(),
        result.released(),
        stuck,
        result.unfinished(),
        result.busy());
  }

  /**
   * Checks a limit of events a second: a round has to publish something.
   *
   * @param name what the caller calls this input, for the error message
   * @throws OperatorException if it is too low
   */
  public static OptionalDouble limit(String name, double rate) {
    if (rate > 0 && rate < LEAST_RATE) {
      throw new OperatorException(
          OperatorException.Kind.INPUT,
          "%s %s: must be at least %s, an event a second".formatted(name, rate, LEAST_RATE));
    }
    return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
  }

  /**
   * Redrives until nothing is left that can be published. What was chosen stays chosen: once the
   * event in front is published, its reason and what else selected it no longer tell.
   *
   * @param chosen the queues of the first round, and of each later one if they are still parked
   * @param others which other queues a later round includes
   */
  static RedriveResult rounds(
      List<QueueSummary> chosen,
      Supplier<List<QueueSummary>> parked,
      Predicate<QueueSummary> others,
      Function<List<QueueSummary>, RedriveResult> round,
      BooleanSupplier stop) {
    Set<QueueName> names = chosen.stream().map(QueueSummary::queue).collect(toSet());
    List<QueueSummary> queues = chosen;
    RedriveResult all = RedriveResult.NOTHING;
    while (true) {
      RedriveResult last = round.apply(queues);
      all =
          new RedriveResult(
              all.published() + last.published(),
              all.moved() + last.moved(),
              all.released() + last.released(),
              last.stuck(),
              last.unfinished(),
              last.busy());
      boolean isStill = last.published() + last.moved() == 0;
      if (stop.getAsBoolean() || last.unfinished() == 0 || isStill) {
        return all;
      }
      queues =
          parked.get().stream()
              .filter(queue -> names.contains(queue.queue()) || others.test(queue))
              .toList();
    }
  }

  /** The exit code for a result. */
  public static CommandExit exit(RedriveResult result) {
    if (!result.busy().isEmpty() && result.published() == 0) {
      return CommandExit.BUSY;
    }
    return result.stuck().isEmpty() && result.unfinished() == 0 && result.busy().isEmpty()
        ? CommandExit.DONE
        : CommandExit.INCOMPLETE;
  }
}
