package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The position at which the relay halts: nothing at or behind it is started any more, and nothing
 * of an aggregate of which something was dropped unsent. Confined to the relay's event loop.
 */
public final class Halt {
  private final RelayObserver observer;
  private final List<Consumer<StreamPosition>> stops = new ArrayList<>();
  private final List<Consumer<String>> drops = new ArrayList<>();
  private final Set<String> heldBack = new HashSet<>();
  private @Nullable StreamPosition limit;

  public Halt(RelayObserver observer) {
    this.observer = observer;
  }

  /** Calls back with each position at which the relay halts. */
  public void onHalt(Consumer<StreamPosition> stop) {
    stops.add(stop);
  }

  /** Calls back with each aggregate of which something was dropped. */
  public void onDrop(Consumer<String> drop) {
    drops.add(drop);
  }

  /** Halts at a position, unless the relay has already halted at or before it. */
  public void at(StreamPosition position, String reason, String message) {
    if (stops(position)) {
      return;
    }
    limit = position;
    stops.forEach(stop -> stop.accept(position));
    observer.observe(new RelayEvent.Halted(position, reason, message));
  }

  /** Something of this aggregate stays unsent: none of its later events is started. */
  public void holdBack(String aggregate) {
    heldBack.add(aggregate);
  }

  /**
   * The same for something that was already in a lane: what is held of the aggregate is dropped
   * too.
   */
  public void dropped(String aggregate) {
    holdBack(aggregate);
    drops.forEach(drop -> drop.accept(aggregate));
  }

  public boolean isHalted() {
    return limit != null;
  }

  /** Whether this position may not be started any more. */
  public boolean stops(StreamPosition position) {
    return limit != null && position.compareTo(limit) >= 0;
  }

  /** Whether something of this aggregate at this position may not be started any more. */
  public boolean stops(StreamPosition position, String aggregate) {
    return limit != null && (stops(position) || heldBack.contains(aggregate));
  }
}
