package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import java.util.Optional;
import java.util.function.Supplier;

/** What targets accepted and what was parked: the truth that guarantees are checked against. */
final class Ledger {
  private final World world;
  private final DuplicateRule duplicates;

  Ledger(World world) {
    this.world = world;
    this.duplicates = new DuplicateRule(world);
  }

  /** A run is about to send an event to a target. */
  void sending(Run run, CommittedEvent event, int target) {
    world.check(
        (event.may & 1 << target) != 0,
        () -> run + " sends " + event + " to t" + target + ", where it must not go");
    duplicates.handling(run, event, 1 << target, "sends it to t" + target);
    if (world.plan.targets.get(target).ordered()) {
      SortRule.sending(world, run, event, 1 << target);
    }
  }

  /** A run is about to park an event for a target, or for all. */
  void parking(Run run, CommittedEvent event, int lane, String call) {
    duplicates.handling(run, event, lane, call);
  }

  /** A target has accepted an event. */
  Handling accepted(Run run, CommittedEvent event, int target) {
    world.trace.mark(world.time.now(), event.id().hashCode());
    int mask = 1 << target;
    if ((event.accepted & mask) == 0) {
      event.accepted |= mask;
      if (world.plan.targets.get(target).ordered()) {
        inOrder(event, target);
      }
    } else {
      world.cover(Coverage.DUPLICATE_EXCUSED);
    }
    return handled(run, event, mask, false);
  }

  /** An event is about to be stored in a queue, which does not mean that it is parked. */
  Handling stored(Run run, CommittedEvent event, int lane) {
    return handled(run, event, lane, true);
  }

  /** What was stored is confirmed. */
  void parked(CommittedEvent event, int lane) {
    event.everParked |= lane;
  }

  private Handling handled(Run run, CommittedEvent event, int target, boolean parked) {
    Handling handling = new Handling(run, target, parked, world.time.steps());
    event.handlings.add(handling);
    return handling;
  }

  /**
   * First publications are in order: what stands before the event, both in the stream and by
   * commit, and has to go to the same target, was published before.
   */
  private void inOrder(CommittedEvent event, int target) {
    Aggregate aggregate = event.commit.aggregate;
    int mask = 1 << target;
    int first = aggregate.unpublished[target];
    for (int i = first; i < event.streamOrdinal; i++) {
      CommittedEvent before = aggregate.inStream.get(i);
      boolean due = (before.must & mask) != 0 && (before.accepted & mask) == 0;
      world.check(
          !due || before.ordinal > event.ordinal,
          () -> "out of order: t" + target + " got " + event + " before " + before);
    }
    while (first < aggregate.inStream.size() && isDone(aggregate.inStream.get(first), mask)) {
      first++;
    }
    aggregate.unpublished[target] = first;
  }

  private static boolean isDone(CommittedEvent event, int mask) {
    return (event.must & mask) == 0 || (event.accepted & mask) != 0;
  }

  /** A host goes on from a place: everything before it is published, parked or dropped. */
  void passing(Object host, SimShard shard, int from, int to) {
    for (int i = from; i < to; i++) {
      Commit commit = shard.commits.get(i);
      finished(commit, () -> host + " passes");
    }
  }

  /** The stream no longer has a record: everything of it is published, parked or dropped. */
  void trimmed(Commit commit) {
    finished(commit, () -> "the stream trims");
  }

  private void finished(Commit commit, Supplier<String> what) {
    if (commit.kind == Kind.NOT_OURS) {
      return;
    }
    for (CommittedEvent event : commit.events) {
      int unfinished = event.must & ~(event.accepted | event.everParked);
      world.check(
          unfinished == 0 || isParkedForAll(event),
          () ->
              "%s %s, which is neither published nor parked for targets %s"
                  .formatted(what.get(), event, Integer.toBinaryString(unfinished)));
    }
  }

  static boolean isParkedForAll(CommittedEvent event) {
    return (event.everParked & CommittedEvent.ALL) != 0;
  }

  /** Whatever crashed or failed when: nobody goes on without a receipt of what was published. */
  private boolean hasReceipt(CommittedEvent event, int target) {
    int mask = 1 << target;
    return (event.must & event.accepted & mask) == 0
        || (event.receipted & mask) != 0
        || world.parked.holds(event, target, Optional.empty());
  }

  /**
   * At the very end: whatever has to be published is, or is still parked behind something that
   * nobody can read.
   */
  void atTheEnd() {
    for (QueueName queue : world.queues.held()) {
      boolean isUnreadable =
          world.queues.stored(queue).stream()
              .findFirst()
              .map(head -> world.history.commit(head.place().record()).kind != Kind.EVENTS)
              .orElse(false);
      world.check(
          isUnreadable && !world.plan.repairsParked,
          () -> queue + " is still held at the end, with " + world.queues.stored(queue).size());
    }
    for (Commit commit : world.history.commits) {
      if (commit.kind != Kind.NOT_OURS) {
        for (CommittedEvent event : commit.events) {
          for (int target = 0; target < world.services.length; target++) {
            int to = target;
            boolean due = (event.must & ~event.accepted & 1 << to) != 0;
            world.check(
                !due || world.parked.holds(event, to, Optional.empty()),
                () -> event + " was lost: neither published to t" + to + " nor parked");
            world.check(
                !world.plan.writesReceipts || hasReceipt(event, to),
                () -> "there is no receipt for " + event + " at t" + to);
          }
        }
      }
    }
  }
}
