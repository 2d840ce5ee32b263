package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Reopened;
import io.github.dynamooutbox.relay.redrive.Redriver;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Redrives parked lanes now and then while traffic flows, and all of them at the end. */
final class Operator {
  private static final int MOST_ROUNDS = 10_000;
  private static final int MOST_AT_ONCE = 6;

  /** A redrive has few steps: it dies more easily, or it would hardly ever die between them. */
  private static final double FRAILTY = 8;

  private final World world;

  /** Redrives that have not ended in good order, by lane. */
  private final Map<LaneKey, List<Run>> active = new HashMap<>();

  private int running;
  private int rounds;
  private boolean progress;
  private boolean stopped;

  Operator(World world) {
    this.world = world;
  }

  void start() {
    if (world.plan.redrivesEagerly) {
      world.parked.onPark(this::soon);
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
            List<LaneKey> closed = world.parked.lanes();
            if (!closed.isEmpty()) {
              redrive(world.dice.oneOf(closed), world.dice.chance(0.2) ? 2 : 1_000);
            }
            nextTime();
          }
        });
  }

  /** From now on redrives only what is left. */
  void stop() {
    stopped = true;
  }

  private void soon(LaneKey lane) {
    if (!stopped && running < MOST_AT_ONCE && world.dice.chance(0.3)) {
      long delay = (long) (world.dice.skewed(0.5, 500.0) * SimTime.MILLIS);
      world.time.after(delay, () -> redrive(lane, 1_000));
    }
  }

  /** Redrives all lanes again and again, as long as that changes anything. */
  boolean redriveRest() {
    if (running > 0) {
      return true;
    }
    List<LaneKey> closed = world.parked.lanes();
    if (closed.isEmpty() || (rounds > 0 && !progress)) {
      return false;
    }
    world.check(++rounds < MOST_ROUNDS, () -> "redriving does not come to an end");
    progress = false;
    closed.forEach(lane -> redrive(lane, 1_000));
    return true;
  }

  private void redrive(LaneKey lane, int maxEvents) {
    SimProcess process =
        new SimProcess(world, world.newName("redriver"), world.release()).frail(FRAILTY);
    Run run = new Run(process, null, process.name(), 0, world.time.steps());
    Redriver redriver = redriver(process, run);
    running++;
    List<Run> inLane = active.computeIfAbsent(lane, key -> new ArrayList<>());
    if (!inLane.isEmpty()) {
      world.cover(Coverage.REDRIVES_AT_ONCE);
      run.overlapped = true;
      inLane.forEach(other -> other.overlapped = true);
    }
    inLane.add(run);
    process.onDeath(() -> running--);
    world.cover(stopped ? Coverage.REDRIVE : Coverage.REDRIVE_IN_TRAFFIC);
    world.trace(run, () -> "redrives " + lane);
    process.hostLater(
        0,
        () ->
            redriver
                .redrive(lane, maxEvents, () -> true)
                .whenComplete(
                    (result, failure) ->
                        process.hostLater(0, () -> ended(run, lane, result, failure))));
  }

  private Redriver redriver(SimProcess process, Run run) {
    List<Target<?>> targets = new ArrayList<>();
    for (TargetService service : world.services) {
      targets.add(new TargetClient(world, service, () -> run));
    }
    Redriver redriver =
        new Redriver(
            new RedriveClient(world, run),
            targets,
            world.routes.rules(process.release()),
            Items.CODEC,
            process,
            new Backoff(world.plan.backoffBase, world.plan.backoffCap, world.dice.generator()));
    return world.plan.writesReceipts
        ? redriver.withReceipts(
            new TableClients(world, () -> run), process, new ReceiptsLost(process))
        : redriver;
  }

  private void ended(Run run, LaneKey lane, RedriveResult result, Throwable failure) {
    running--;
    active.get(lane).remove(run);
    run.process.stop();
    run.redriveFailed = failure != null;
    run.closedAt = world.time.steps();
    world.trace(run, () -> "ends: " + (failure == null ? result : failure));
    if (result != null) {
      progress |= result.published() > 0 || result instanceof Reopened;
      world.check(
          !(result instanceof Reopened) || run.reopened,
          () -> run + " says that " + lane + " is open, which it is not");
      world.cover(result instanceof Reopened ? Coverage.LANE_REOPENED : Coverage.LANE_STILL_PARKED);
    }
  }
}
