package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.simulation.KclLease.Ending;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
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

  /**
   * What a worker does with one shard: read and submit, the next batch while the last is in flight;
   * checkpoint now and then; close when the lease is lost, handed over, or the relay has halted.
   */
  private static final class KclConsumer {
    private final World world;
    private final SimProcess process;
    private final SimShard shard;
    private final KclLease lease;
    private final LongConsumer again;
    private final RelayInstance instance;
    private ShardRelay relay;
    private Run run;
    private int checkpointed = -1;
    private int next;
    private int submits;
    private int submitted;
    private CompletionStage<Void> settled;
    private boolean ending;

    KclConsumer(
        World world,
        SimProcess process,
        SimShard shard,
        KclLease lease,
        int checkpoint,
        LongConsumer again) {
      this.world = world;
      this.process = process;
      this.shard = shard;
      this.lease = lease;
      this.again = again;
      this.instance = new RelayInstance(world, process);
      this.next = checkpoint;
      this.submitted = checkpoint;
    }

    SimProcess process() {
      return process;
    }

    Run run() {
      return run;
    }

    void start(long since) {
      relay = instance.open(shard, next, since);
      run = instance.run();
      world.trace(run, () -> "owns " + shard.name() + " from " + next);
      process.hostLater(world.faults.latency(), this::read);
      checkpointLater();
    }

    private void read() {
      if (ending) {
        return;
      }
      int size = shard.visible(next, world.plan.batchSize, world.time.now());
      if (size > 0) {
        submit(size);
      } else if (next < shard.commits.size()) {
        long wait = shard.commits.get(next).visibleAt - world.time.now();
        process.hostLater(Math.max(wait, 0) + world.faults.latency(), this::read);
      }
    }

    private void submit(int size) {
      List<StreamRecord> records = new ArrayList<>(size);
      for (int i = next; i < next + size; i++) {
        records.add(world.seenBy(process.release(), shard.commits.get(i)));
      }
      world.trace(run, () -> "reads " + size + " records from " + records.get(0).position());
      next += size;
      submitted = Math.max(submitted, next);
      run.batchEnds.add(submitted);
      if (world.dice.chance(0.05)) {
        world.cover(Coverage.OVERLAPPING_BATCH);
        next -= world.dice.between(1, size);
      }
      int number = ++submits;
      relay
          .submit(records)
          .thenRun(() -> process.hostLater(world.faults.latency(), this::read))
          .toCompletableFuture()
          .exceptionally(KclConsumer::never);
      settled = relay.settled();
      settled
          .thenRun(() -> process.hostLater(0, () -> settled(number)))
          .toCompletableFuture()
          .exceptionally(KclConsumer::never);
    }

    private static Void never(Throwable failure) {
      throw new Violation("a stage of the relay fails: " + failure);
    }

    private void settled(int number) {
      if (number == submits && !ending && relay.firstUnfinished().isPresent()) {
        HaltRule.settled(world, run, relay.firstUnfinished());
        end(
            Ending.HAND_OVER,
            () -> again.accept(world.dice.between(SimTime.SECONDS, 30 * SimTime.SECONDS)));
      }
    }

    private void checkpointLater() {
      process.hostLater(
          world.dice.between(SimTime.MILLIS, 2 * world.plan.checkpointEvery),
          () -> {
            if (!ending) {
              boolean idle = settled == null || settled.toCompletableFuture().isDone();
              world.check(
                  idle || process.isBusy(), () -> run + " has nothing left to do, is not settled");
              advance(place(relay.firstUnfinished()));
              checkpointLater();
            }
          });
    }

    private void advance(int place) {
      if (place == checkpointed) {
        relay.saveAhead();
      } else {
        checkpoint(
            place,
            () -> {},
            () -> {
              checkpointed = place;
              atEnd();
            });
      }
    }

    private int place(Optional<StreamPosition> firstUnfinished) {
      return firstUnfinished.map(shard::placeOf).orElse(submitted);
    }

    /** Only the owner can; what the lease table answers may be lost. */
    private void checkpoint(int place, Runnable failed, Runnable done) {
      if (!process.reachesOut(Call.CHECKPOINT)) {
        return;
      }
      world.time.after(
          world.faults.latency(),
          () -> {
            boolean moved = !world.faults.tableFails() && lease.checkpoint(this, place);
            world.trace(run, () -> "checkpoint " + place + (moved ? "" : " failed"));
            process.hostLater(world.faults.latency(), moved ? done : failed);
          });
    }

    private void atEnd() {
      if (lease.isDone() && !ending) {
        end(Ending.LEASE_LOST, () -> {});
      }
    }

    /** Closes the relay; {@code then} runs when somebody else can go on. */
    void end(Ending how, Runnable then) {
      if (ending || !process.isAlive()) {
        return;
      }
      ending = true;
      run.closing = true;
      world.trace(run, () -> "closes: " + how);
      relay
          .close()
          .thenAccept(end -> process.hostLater(0, () -> closed(end, how, then)))
          .toCompletableFuture()
          .exceptionally(KclConsumer::never);
    }

    private void closed(Optional<StreamPosition> end, Ending how, Runnable then) {
      run.closed(end, world.time.steps());
      world.trace(run, () -> "is closed at " + end.map(Object::toString).orElse("all done"));
      if (how == Ending.HAND_OVER) {
        checkpoint(
            place(end),
            () -> letGo(then),
            () -> {
              run.reported(end);
              letGo(then);
            });
      }
    }

    private void letGo(Runnable then) {
      lease.release(this);
      then.run();
    }
  }
}
