package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import java.util.List;
import java.util.Map;
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

  /**
   * Nothing is done twice without an excuse: a run that did it, knew that it did, and ended in good
   * order, has told its successors.
   */
  private static final class DuplicateRule {
    private final World world;

    DuplicateRule(World world) {
      this.world = world;
    }

    /** A run is about to publish or park an event. */
    void handling(Run run, CommittedEvent event, int target, String what) {
      if (run.isRedrive()) {
        redriving(run, event, target);
        return;
      }
      for (Handling before : event.handlings) {
        boolean same =
            before.target == target || (before.target == CommittedEvent.ALL && before.parked);
        if (same && !before.run.isRedrive() && !isExcused(before, run, event)) {
          world.fail(
              "%s handles %s again (%s), which %s had done, knew and told"
                  .formatted(run, event, what, before.run));
        }
      }
    }

    /**
     * What was published for good is not in the lot any more, unless it was parked more than once.
     */
    private void redriving(Run run, CommittedEvent event, int target) {
      int parked = 0;
      int published = 0;
      for (Handling before : event.handlings) {
        if (before.parked) {
          parked += before.target == target || before.target == CommittedEvent.ALL ? 1 : 0;
        } else if (before.run.isRedrive() && before.target == target && before.known) {
          boolean ended = before.run == run || before.run.endedBefore(run);
          published += ended && !before.run.redriveFailed ? 1 : 0;
        }
      }
      if (published >= parked) {
        world.fail(run + " publishes " + event + " once more than it was parked");
      }
    }

    /** Nobody tells of what has no receipt yet. What is parked for all targets needs none. */
    private boolean lacksReceipt(Handling handling) {
      return world.plan.writesReceipts
          && handling.target != CommittedEvent.ALL
          && handling.run.isClosed()
          && handling.receiptedAt() > handling.run.closedAt;
    }

    /** What is parked for all targets may be a record that could not be read. */
    private boolean couldNotRemember(Handling handling, CommittedEvent event) {
      if (handling.target == CommittedEvent.ALL) {
        return handling.run.couldNotRemember(finished(event, event.index, LaneKey.ALL_TARGETS))
            || handling.run.couldNotRemember(
                finished(event, ParkedEvent.WHOLE_RECORD, LaneKey.ALL_TARGETS));
      }
      String target = world.services[Integer.numberOfTrailingZeros(handling.target)].plan.name();
      return handling.run.couldNotRemember(finished(event, event.index, target));
    }

    private static FinishedDelivery finished(CommittedEvent event, int index, String target) {
      return new FinishedDelivery(event.commit.position, event.commit.key, index, target);
    }

    private boolean isExcused(Handling before, Run now, CommittedEvent event) {
      Run then = before.run;
      if (!before.known || lacksReceipt(before)) {
        return true;
      }
      if (then == now) {
        return false;
      }
      if (!then.endedBefore(now)) {
        return true;
      }
      boolean passed = then.end.isEmpty() || event.commit.position.compareTo(then.end.get()) < 0;
      if (passed) {
        return !then.reported;
      }
      return !world.plan.remembersAhead || couldNotRemember(before, event);
    }
  }

  /**
   * Records of an aggregate that a run gets together leave in the order of their sequence; so do
   * parked events that a redrive reads together.
   */
  private static final class SortRule {
    private SortRule() {}

    /** A run is about to send an event to an ordered target. */
    static void sending(World world, Run run, CommittedEvent event, int mask) {
      Aggregate aggregate = event.commit.aggregate;
      if (!aggregate.inverted || !aggregate.sequenced) {
        return;
      }
      if (run.isRedrive()) {
        redriving(world, run, event, mask);
        return;
      }
      for (int i = event.streamOrdinal + 1; i < aggregate.inStream.size(); i++) {
        CommittedEvent later = aggregate.inStream.get(i);
        boolean first =
            later.ordinal < event.ordinal
                && later.commit.kind == Kind.EVENTS
                && later.commit.shard == event.commit.shard
                && run.gotTogether(event.commit.place, later.commit.place);
        boolean open =
            (later.must & mask) != 0
                && ((later.accepted | later.everParked) & (mask | CommittedEvent.ALL)) == 0;
        world.check(
            !first || !open,
            () -> run + " sends " + event + " before " + later + ", though it had both to sort");
      }
    }

    private static void redriving(World world, Run run, CommittedEvent event, int mask) {
      List<CommittedEvent> page =
          run.pages.entrySet().stream()
              .filter(each -> isFor(world, each.getKey(), mask))
              .map(Map.Entry::getValue)
              .filter(each -> each.contains(event))
              .findFirst()
              .orElse(List.of());
      for (CommittedEvent other : page) {
        world.check(
            other.commit.aggregate != event.commit.aggregate
                || other.ordinal >= event.ordinal
                || other.commit.kind != Kind.EVENTS
                || (other.must & ~other.accepted & mask) == 0,
            () -> run + " publishes " + event + " before " + other + ", though it read both");
      }
    }

    private static boolean isFor(World world, QueueName queue, int mask) {
      return queue.target().equals(LaneKey.ALL_TARGETS) || world.mask(queue.target()) == mask;
    }
  }
}
