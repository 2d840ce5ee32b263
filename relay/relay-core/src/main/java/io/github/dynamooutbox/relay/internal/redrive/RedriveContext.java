package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.call.ControlBackoff;
import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What all parts of a redrive share.
 *
 * @param backoff the backoff of targets
 * @param gates the gate of each target, shared by all parts
 * @param receipts creates the receipts of one part
 */
public record RedriveContext(
    QueueTable table,
    Map<String, Target<?>> targets,
    Map<String, Gate> gates,
    ParkedContent content,
    RecordCodec codec,
    EventLoop loop,
    Backoff backoff,
    InstantSource clock,
    Supplier<Receipts> receipts,
    RelayObserver observer) {

  Backoff control() {
    return ControlBackoff.of(backoff);
  }

  Target<?> target(String name) {
    Target<?> found = targets.get(name);
    if (found == null) {
      throw new IllegalStateException("no target \"" + name + "\"");
    }
    return found;
  }

  Gate gate(String target) {
    return gates.computeIfAbsent(target, name -> new Gate(target(name).limits().maxInFlight()));
  }

  /** Whether nothing more should be started for a target. */
  boolean isDown(String target) {
    Gate gate = gates.get(target);
    return gate != null && gate.isDown();
  }
}
