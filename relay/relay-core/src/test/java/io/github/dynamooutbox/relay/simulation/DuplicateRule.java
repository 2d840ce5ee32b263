package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;

/**
 * Nothing is done twice without an excuse: a run that did it, knew that it did, and ended in good
 * order, has told its successors.
 */
final class DuplicateRule {
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
