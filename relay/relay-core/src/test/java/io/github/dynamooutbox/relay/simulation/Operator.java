package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Redrives what is parked now and then while traffic flows, and all of it at the end. */
final class Operator {
  private static final int MOST_ROUNDS = 2_000;
  private static final int MOST_AT_ONCE = 3;

  /** A redrive has few steps: it dies more easily, or it would hardly ever die between them. */
  private static final double FRAILTY = 4;

  private static final RedriveOrder ALL =
      RedriveOrder.of(
          Set.of(
              ParkReason.BLOCKED,
              ParkReason.REJECTED,
              ParkReason.UNROUTABLE,
              ParkReason.MALFORMED));

  private final World world;

  /** Redrives that have neither ended nor died. */
  private final List<Active> active = new ArrayList<>();

  private int running;
  private int rounds;
  private boolean progress;
  private boolean stopped;

  /** Whether the last redrive found nothing but leases of others. */
  private boolean isBusy;

  /** A redrive, and on which parts nobody else may work meanwhile. */
  private record Active(Run run, Set<Integer> parts) {}

  Operator(World world) {
    this.world = world;
  }

  void start() {
    if (world.plan.redrivesEagerly) {
      world.onPark = this::soon;
    }
    if (world.plan.redriveEvery > 0) {
      nextTime();
    }
  }

  private void nextTime() {
    world.time.after(
        world.dice.between(1, 2 * world.plan.redriveEvery),
        () -> {
          if (!stopped) {
            if (running < MOST_AT_ONCE && !world.queues.isEmpty()) {
              redrive(
                  world.queues.heldParts(), world.dice.chance(0.3) ? RedriveOrder.BLOCKED : ALL);
            }
            nextTime();
          }
        });
  }

  /** From now on redrives only what is left. */
  void stop() {
    stopped = true;
  }

  private void soon(QueueName queue) {
    if (!stopped && running < MOST_AT_ONCE && world.dice.chance(0.3)) {
      long delay = (long) (world.dice.skewed(0.5, 500.0) * SimTime.MILLIS);
      world.time.after(delay, () -> redrive(Set.of(queue.part()), ALL));
    }
  }

  /** Redrives everything again and again, as long as that changes anything. */
  boolean redriveRest() {
    if (running > 0) {
      return true;
    }
    if (world.queues.isEmpty() || (rounds > 0 && !progress)) {
      return false;
    }
    world.check(++rounds < MOST_ROUNDS, () -> "redriving does not come to an end");
    progress = false;
    // Somebody else may have a lease for minutes: asking all the time is no progress.
    world.time.after(isBusy ? SimTime.SECONDS : 0, () -> redrive(world.queues.heldParts(), ALL));
    return true;
  }

  private void redrive(Set<Integer> parts, RedriveOrder order) {
    SimProcess process =
        new SimProcess(world, world.newName("redriver"), world.release()).frail(FRAILTY);
    Run run = new Run(process, null, process.name(), 0, world.time.steps());
    RedriveTime time = time();
    overlap(parts);
    active.add(new Active(run, parts));
    running++;
    process.onDeath(() -> isOver(run));
    world.cover(stopped ? Coverage.REDRIVE : Coverage.REDRIVE_IN_TRAFFIC);
    world.trace(run, () -> "redrives " + parts + " " + order.reasons() + " until " + time.end());
    Redrive redrive = redrive(process, run);
    process.hostLater(
        0,
        () ->
            redrive
                .parked()
                .whenComplete(
                    (found, failure) -> {
                      if (found == null) {
                        process.hostLater(0, () -> ended(run));
                        return;
                      }
                      List<QueueSummary> some =
                          found.stream()
                              .filter(queue -> parts.contains(queue.queue().part()))
                              .toList();
                      redrive
                          .run(run.name, some, order, time)
                          .whenComplete(
                              (result, thrown) ->
                                  process.hostLater(0, () -> ended(run, time, result, thrown)));
                    }));
  }

  private RedriveTime time() {
    Instant now = world.time.instant();
    long longest = stopped ? 10 * SimTime.MINUTES : 60 * SimTime.SECONDS;
    Instant end = now.plusNanos(world.dice.between(longest / 20, longest));
    long answers = world.plan.requestTimeout + world.dice.between(1, 10) * SimTime.SECONDS;
    Instant stop = end.plusNanos(answers);
    return new RedriveTime(
        end, stop, stop.plusNanos(world.dice.between(1, 10 * SimTime.SECONDS)).plus(apart()));
  }

  /** By how much the clocks of two processes may differ. */
  private Duration apart() {
    return world.isSkewed ? World.MOST_SKEW.multipliedBy(2) : Duration.ZERO;
  }

  /** A lease keeps others away, unless its owner stands still until it is over. */
  private void overlap(Set<Integer> parts) {
    for (Active other : active) {
      if (!Collections.disjoint(other.parts(), parts)) {
        world.cover(Coverage.REDRIVES_AT_ONCE);
      }
    }
  }

  private Redrive redrive(SimProcess process, Run run) {
    List<Target<?>> targets = new ArrayList<>();
    for (TargetService service : world.services) {
      targets.add(new TargetClient(world, service, run));
    }
    RedriveBuilder builder =
        Redrive.builder(
                new RedriveBuilder.Setup(
                    new QueueClient(world, run),
                    targets,
                    world.routes.rules(process.release()),
                    process))
            .clock(process)
            .backoff(
                new Backoff(world.plan.backoffBase, world.plan.backoffCap, world.dice.generator()));
    if (world.plan.writesReceipts) {
      builder.receipts(new TableClients(world, run));
    }
    return builder.build();
  }

  /** It could not even look at what is parked. */
  private void ended(Run run) {
    isOver(run);
    run.process.stop();
    run.closedAt = world.time.steps();
    progress = true;
  }

  private void isOver(Run run) {
    running--;
    active.removeIf(each -> each.run() == run);
  }

  private void ended(Run run, RedriveTime time, RedriveResult result, Throwable failure) {
    ended(run);
    world.trace(run, () -> "ends: " + (failure == null ? result : failure));
    world.check(failure == null, () -> run + " fails: " + failure);
    run.redriveFailed = !world.time.instant().plus(apart()).isBefore(time.stop());
    progress = false;
    progress |= result.published() > 0 || result.moved() > 0 || result.released() > 0;
    progress |= result.unfinished() > 0;
    isBusy = !progress && !result.busy().isEmpty();
    progress |= isBusy;
    if (!result.busy().isEmpty()) {
      world.cover(Coverage.REDRIVE_BUSY);
    }
    if (!result.stuck().isEmpty()) {
      world.cover(Coverage.REDRIVE_STUCK);
    }
  }
}
