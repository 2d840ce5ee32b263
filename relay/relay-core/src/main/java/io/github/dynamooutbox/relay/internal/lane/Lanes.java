package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.loop.EventLoop.Timer;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The lanes of all targets. Confined to the relay's event loop. */
public final class Lanes {
  private final LaneContext context;
  private final Map<String, TargetLanes<?>> targets = new TreeMap<>();
  private Optional<Timer> nextTurn = Optional.empty();

  /** Opens empty lanes for each target. */
  public Lanes(LaneContext context, Collection<? extends Target<?>> targets) {
    this.context = context;
    for (Target<?> target : targets) {
      this.targets.put(target.name(), new TargetLanes<>(target, context));
    }
  }

  /** Takes a delivery, whose turn comes after those of its lane that were added before. */
  public void add(Delivery delivery) {
    TargetLanes<?> lanes = targets.get(delivery.lane().target());
    if (lanes == null) {
      throw new IllegalStateException("no target \"" + delivery.lane().target() + "\"");
    }
    context.books().opened(delivery);
    lanes.add(delivery);
  }

  /**
   * Sends as much as may be sent now, and decides what is parked.
   *
   * @param isMoreComing whether more is added in a moment: until then only full requests are sent
   */
  public void pump(boolean isMoreComing) {
    targets.values().forEach(lanes -> lanes.pump(isMoreComing));
  }

  /**
   * Parks what waits for a target if it keeps one that is done from getting more: that one is late
   * by as long as a target may be down, and for half as long the other has accepted something, but
   * not everything. A backlog of it that is held says so at once, also to a container that has just
   * started. If that one fails and has accepted nothing since, its circuit is about to open
   * instead.
   *
   * @param created when the oldest record was created that the others would get next
   */
  public void shedForOthers(Instant created) {
    Optional<BlockedAfter> after = context.parking().blockedAfter();
    if (after.isEmpty() || !isSomeTargetIdle()) {
      return;
    }
    Instant now = context.env().now();
    for (Map.Entry<String, TargetLanes<?>> entry : targets.entrySet()) {
      TargetLanes<?> each = entry.getValue();
      Optional<Instant> troubled = each.troubledSince();
      if (troubled.isPresent()
          && !context.memory().circuits().isSilentSince(entry.getKey(), troubled.get())) {
        Duration down = after.get().targetDown();
        Duration untilSure = each.acceptsSome() ? down.dividedBy(2) : down;
        Duration troubledFor =
            context.parking().holdsBacklogOf(entry.getKey()) ? Duration.ZERO : untilSure;
        Instant due =
            Collections.max(List.of(troubled.get().plus(troubledFor), created.plus(down)));
        if (now.isBefore(due)) {
          turnAfter(Duration.between(now, due));
        } else {
          each.shedForOthers();
          turnAfter(Shedding.A_MOMENT);
        }
      }
    }
  }

  private boolean isSomeTargetIdle() {
    return targets.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().open() == 0
                    && context.memory().circuits().isUpAndRouted(each.getKey()));
  }

  /** The loop takes a turn after each of its tasks. */
  private void turnAfter(Duration pause) {
    if (nextTurn.isEmpty()) {
      nextTurn =
          Optional.of(context.env().loop().schedule(pause, () -> nextTurn = Optional.empty()));
    }
  }

  /** Parks what {@link #pump} has decided to park. */
  public void park() {
    context.appends().flush();
  }

  /** Whether nothing is left to be sent or parked. */
  public boolean isEmpty() {
    for (TargetLanes<?> each : targets.values()) {
      if (each.open() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether something is left, and all targets for which something is left are down. */
  public boolean isDown() {
    for (Map.Entry<String, TargetLanes<?>> each : targets.entrySet()) {
      if (each.getValue().open() > 0
          && context.memory().circuits().state(each.getKey()) != State.OPEN) {
        return false;
      }
    }
    return !isEmpty();
  }

  /** Drops everything, and aborts what is in flight. */
  public void abort() {
    targets.values().forEach(TargetLanes::abort);
    nextTurn.ifPresent(Timer::cancel);
    context.appends().close();
  }
}
