package io.github.dynamooutbox.cli.internal.act;

import static java.util.stream.Collectors.toSet;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A redrive in rounds, until nothing is left that can be published.
 *
 * @param front only the queues of lanes whose first event it includes; empty: all queues
 */
public record RedriveAct(
    RelayConfig config, OutboxOperator operator, RedriveOrder order, Optional<ParkedFilter> front) {
  /** Short, so that Ctrl-C takes effect soon. */
  private static final Duration ROUND = Duration.ofSeconds(10);

  /** The queues that it would process. */
  public List<QueueSummary> queues() {
    List<QueueSummary> all = operator.parked().stream().filter(order::includes).toList();
    return front.map(filter -> withInFront(filter, all)).orElse(all);
  }

  private List<QueueSummary> withInFront(ParkedFilter filter, List<QueueSummary> all) {
    ParkedReader reader = new ParkedReader(new RecordCodec(config.table().schema()));
    List<QueueSummary> found = new ArrayList<>();
    operator.events(
        all.stream().filter(queue -> isLane(queue) && filter.mayBeIn(queue)).toList(),
        (queue, events) -> {
          events
              .findFirst()
              .filter(event -> filter.includes(reader.row(event), queue))
              .ifPresent(event -> found.add(queue));
          return true;
        });
    return found;
  }

  private static boolean isLane(QueueSummary queue) {
    return queue.queue().fold(part -> false, lane -> true, single -> false);
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
   * @param observer notified of each event
   * @param stop whether to end it after the current round
   */
  public Done run(Output output, RelayObserver observer, BooleanSupplier stop) {
    Map<String, RedriveResult.Why> failing = new ConcurrentHashMap<>();
    RelayObserver remembering =
        event -> {
          if (event instanceof RelayEvent.Retried it) {
            failing.put(it.target(), new RedriveResult.Why(it.code(), it.message()));
          } else if (event instanceof RelayEvent.Published it) {
            failing.remove(it.target());
          }
        };
    return new Done(runAll(output, observer.and(remembering), stop), failing);
  }

  /**
   * What a redrive has done.
   *
   * @param failing what each target said last that did not accept something, by name
   */
  public record Done(RedriveResult result, Map<String, RedriveResult.Why> failing) {
    public Done {
      failing = Map.copyOf(failing);
    }
  }

  private RedriveResult runAll(Output output, RelayObserver observer, BooleanSupplier stop) {
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, observer)) {
      Duration round = redrive.margin().plus(ROUND);
      try (Interruption interruption =
          new Interruption(
              output,
              round,
              "What was published stays published. To continue, run the same command again.")) {
        String name = Identity.ofRun();
        return rounds(
            queues(),
            operator::parked,
            queue -> front.isEmpty() && order.includes(queue),
            queues -> AwsFailures.await("the redrive", redrive.run(name, queues, order, round)),
            () -> interruption.isWanted() || stop.getAsBoolean());
      }
    }
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
