package io.github.dynamooutbox.relay.internal.progress;

import java.time.Duration;
import java.time.Instant;

/** RecordAge of records, whose times are whatever their writers' clocks said. Stateless. */
public final class RecordAge {
  private static final Duration MOST = Duration.ofNanos(Long.MAX_VALUE);

  private RecordAge() {}

  /**
   * The time between two instants, at most 292 years in either direction: whoever gets it can
   * convert it to any unit, down to nanoseconds, without an overflow.
   */
  public static Duration between(Instant from, Instant to) {
    Duration age = Duration.between(from, to);
    if (age.abs().compareTo(MOST) <= 0) {
      return age;
    }
    return age.isNegative() ? MOST.negated() : MOST;
  }
}
