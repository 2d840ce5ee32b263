package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.host.LogScope;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** A worker's context for the log. Used only from the relay's thread. */
final class WorkerLog implements LogScope {
  /**
   * How long the same fault is not logged again: a target that is down fails every event many
   * times.
   */
  private static final Duration SAME_AGAIN = Duration.ofMinutes(1);

  private final LongSupplier nanoTime;
  private final Map<String, Long> logged = new HashMap<>();

  WorkerLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The same fault is news once a minute. */
  @Override
  public boolean isNews(String fault) {
    long now = nanoTime.getAsLong();
    Long last = logged.get(fault);
    if (last != null && now - last <= SAME_AGAIN.toNanos()) {
      return false;
    }
    logged.put(fault, now);
    return true;
  }

  @Override
  public String halted() {
    return "A shard stops here: {}. Remove the cause, or park such records (relay.onPoison), and"
        + " restart the worker; the stream keeps records for 24 hours";
  }
}
