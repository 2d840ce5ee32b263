package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.loop.Backoff;
import java.time.Duration;

/**
 * How long a call to the control table waits before it is made again: as a target is left alone,
 * but for half a second after the first attempt and 5 seconds after any, at most. Targets may be
 * left alone for minutes; a whole shard waits for the control table.
 */
public final class ControlBackoff {
  private static final Duration MOST_AT_FIRST = Duration.ofMillis(500);
  private static final Duration MOST = Duration.ofSeconds(5);

  private ControlBackoff() {}

  /** The pauses where targets are left alone for these. */
  public static Backoff of(Backoff ofTargets) {
    return new Backoff(
        least(ofTargets.base(), MOST_AT_FIRST), least(ofTargets.cap(), MOST), ofTargets.random());
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
