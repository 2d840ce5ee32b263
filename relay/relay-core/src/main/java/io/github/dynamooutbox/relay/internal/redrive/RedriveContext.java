package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.util.Map;
import java.util.Optional;

/**
 * What all parts of a redrive share.
 *
 * @param gates the gate of each target, shared by all parts
 */
public record RedriveContext(
    RelayEnv env,
    QueueTable table,
    Map<String, Target<?>> targets,
    Map<String, Gate> gates,
    ParkedContent content,
    Optional<ReceiptBook> book) {
  /** The receipts of one part. */
  Receipts receipts() {
    return Receipts.of(book, env);
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
