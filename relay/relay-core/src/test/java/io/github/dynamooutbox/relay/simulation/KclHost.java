package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.simulation.KclLease.Ending;
import java.util.ArrayList;
import java.util.List;

/**
 * Workers that hold leases on shards: each shard has one owner, most of the time. Workers die, lose
 * leases without knowing it yet, and are replaced by those of a new release.
 */
final class KclHost implements Host {
  private final World world;
  private final List<KclLease> leases = new ArrayList<>();
  private final List<SimProcess> workers = new ArrayList<>();

  KclHost(World world) {
    this.world = world;
    if (world.plan.leaseLossEvery > 0) {
      loseLeases();
    }
    if (world.plan.weather == Weather.CONTEST) {
      world.contest = this::contest;
    }
  }

  @Override
  public void open(SimShard shard, Runnable finished) {
    KclLease lease = new KclLease(world, shard, finished);
    leases.add(lease);
    assign(lease);
  }

  @Override
  public void deploy() {
    List<SimProcess> old = List.copyOf(workers);
    workers.clear();
    old.forEach(
        worker ->
            world.time.after(world.dice.between(0, 20 * SimTime.SECONDS), () -> shutDown(worker)));
  }

  private void shutDown(SimProcess worker) {
    for (KclLease lease : leases) {
      lease.endOf(worker, Ending.HAND_OVER, () -> assign(lease));
    }
  }

  private void assign(KclLease lease) {
    if (!lease.isDone()) {
      SimProcess worker = worker();
      lease.startIn(worker, delay -> world.time.after(delay, () -> assign(lease)));
    }
  }

  private SimProcess worker() {
    workers.removeIf(worker -> !worker.isAlive());
    if (workers.size() < 2) {
      SimProcess worker = new SimProcess(world, world.newName("worker"), world.release());
      workers.add(worker);
      worker.onDeath(() -> lost(worker));
    }
    return world.dice.oneOf(workers);
  }

  /** Leases of a dead worker run out, and are taken by another one. */
  private void lost(SimProcess worker) {
    for (KclLease lease : leases) {
      if (lease.isHeldBy(worker)) {
        lease.runOut();
        world.time.after(
            world.dice.between(SimTime.MILLIS, 10 * SimTime.SECONDS), () -> assign(lease));
      }
    }
  }

  private void loseLeases() {
    world.time.after(
        world.dice.between(0, 2 * world.plan.leaseLossEvery),
        () -> {
          if (!world.faults.isCalm()) {
            if (!leases.isEmpty()) {
              takeAway(world.dice.oneOf(leases));
            }
            loseLeases();
          }
        });
  }

  /** Another worker begins while this one closes a lane. */
  private void contest(Run run) {
    if (world.faults.isCalm() || !world.dice.chance(0.5)) {
      return;
    }
    for (KclLease lease : leases) {
      if (lease.isHeldBy(run)) {
        world.time.after(0, () -> takeAway(lease));
      }
    }
  }

  /** Another worker becomes the owner; the old one goes on until it notices. */
  private void takeAway(KclLease lease) {
    if (!lease.isDone() && lease.isHeld()) {
      world.cover(Coverage.LEASE_LOST);
      lease.takeAway(
          (long) (world.dice.skewed(0.005, world.plan.leaseLossUnnoticed) * SimTime.SECONDS));
      assign(lease);
    }
  }
}
