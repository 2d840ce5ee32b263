package io.github.dynamooutbox.relay.simulation;

import java.util.function.LongConsumer;

/** The lease on one shard, with its checkpoint: survives every worker. */
final class KclLease {
  /** How a consumer ends. */
  enum Ending {
    /** Its time is up: it checkpoints and lets go. */
    HAND_OVER,
    /** The lease is not its own any more. */
    LEASE_LOST
  }

  private final World world;
  private final SimShard shard;
  private final Runnable finished;
  private KclConsumer owner;
  private int checkpoint;
  private boolean done;

  KclLease(World world, SimShard shard, Runnable finished) {
    this.world = world;
    this.shard = shard;
    this.finished = finished;
  }

  boolean isDone() {
    return done;
  }

  boolean isHeld() {
    return owner != null;
  }

  boolean isHeldBy(SimProcess worker) {
    return owner != null && owner.process() == worker;
  }

  boolean isHeldBy(Run run) {
    return owner != null && owner.run() == run;
  }

  /** A worker takes the lease; {@code again} is told when to look for the next owner. */
  void startIn(SimProcess worker, LongConsumer again) {
    if (owner == null && !done) {
      owner = new KclConsumer(world, worker, shard, this, checkpoint, again);
      owner.start(world.time.steps());
    }
  }

  void endOf(SimProcess worker, KclLease.Ending ending, Runnable then) {
    if (isHeldBy(worker)) {
      owner.end(ending, then);
    }
  }

  /** The owner is dead. */
  void runOut() {
    owner = null;
  }

  /** The owner is not the owner any more, and notices that after a while. */
  void takeAway(long noticedAfter) {
    KclConsumer old = owner;
    owner = null;
    world.cover(Coverage.TWO_OWNERS);
    world.trace(shard.name(), () -> "is taken from " + old.run());
    old.process().hostLater(noticedAfter, () -> old.end(Ending.LEASE_LOST, () -> {}));
  }

  /** A consumer lets go of the lease. */
  void release(KclConsumer consumer) {
    if (owner == consumer) {
      owner = null;
    }
  }

  /** Moves the checkpoint, if the lease is still the consumer's; returns whether it did. */
  boolean checkpoint(KclConsumer consumer, int place) {
    if (owner != consumer || place < checkpoint) {
      return owner == consumer;
    }
    world.ledger.passing(consumer.run(), shard, checkpoint, place);
    world.cover(Coverage.CHECKPOINT);
    checkpoint = place;
    if (place == shard.commits.size()) {
      done = true;
      owner = null;
      world.trace(shard.name(), () -> "is finished");
      finished.run();
    }
    return true;
  }
}
