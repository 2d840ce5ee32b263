package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The lanes of all targets. Confined to the relay's event loop. */
public final class Lanes {
  private final LaneContext context;
  private final Map<String, TargetLanes<?>> targets = new TreeMap<>();

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

  /** Sends as much as may be sent now, and decides what is parked. */
  public void pump() {
    targets.values().forEach(TargetLanes::pump);
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
    context.appends().close();
  }
}
