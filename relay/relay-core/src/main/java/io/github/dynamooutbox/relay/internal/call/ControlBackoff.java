package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.loop.Backoff;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * The backoff of calls to the control table: that of targets, but with a base of at most half a
 * second and a cap of at most 5 seconds. A target may back off for minutes, whereas a whole shard
 * waits for the control table.
 */
public final class ControlBackoff {
  private static final Duration MOST_AT_FIRST = Duration.ofMillis(500);
  private static final Duration MOST = Duration.ofSeconds(5);

  private ControlBackoff() {}

  /** Derives it from the backoff of targets. */
  public static Backoff of(Backoff ofTargets) {
    return new Backoff(
        least(ofTargets.base(), MOST_AT_FIRST), least(ofTargets.cap(), MOST), ofTargets.random());
  }

  private static Duration least(Duration one, Duration other) {
    return Collections.min(List.of(one, other));
  }
}
