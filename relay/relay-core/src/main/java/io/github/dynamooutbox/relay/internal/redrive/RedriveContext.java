package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.lane.Receipts;
import io.github.dynamooutbox.relay.internal.lane.RelayEnv;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What all parts of a redrive share.
 *
 * @param gates the gate of each target, shared by all parts
 * @param allowance how many events may be published now
 */
public record RedriveContext(
    RelayEnv env,
    QueueTable table,
    Map<String, Target<?>> targets,
    Map<String, Gate> gates,
    ParkedContent content,
    Optional<ReceiptBook> book,
    Allowance allowance) {
  /**
   * A target that is down is tried again after two to five seconds: a redrive that gives up, and
   * comes back at the same second of each minute, may never meet it while it is up.
   */
  private static final Duration LEAST_PAUSE = Duration.ofSeconds(2);

  private static final long JITTER_MILLIS = 3_000;

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

  /** A page has ended because its target has accepted nothing of it for a while. */
  void pageFailed(String target, boolean isBacklog) {
    long jitter = env.backoff().random().nextLong(JITTER_MILLIS);
    Duration pause = LEAST_PAUSE.plus(Duration.ofMillis(jitter));
    gate(target).pageFailed(isBacklog, env.now().plus(pause));
  }

  /** The gate of a target that is configured and was sent something. */
  Optional<Gate> known(String target) {
    return Optional.ofNullable(gates.get(target));
  }
}
