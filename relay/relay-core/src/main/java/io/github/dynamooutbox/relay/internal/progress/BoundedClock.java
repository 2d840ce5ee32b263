package io.github.dynamooutbox.relay.internal.progress;

import java.time.Instant;
import java.time.InstantSource;

/**
 * A host's clock, which stops where times could not be added to or stored as milliseconds any more,
 * 146 million years from 1970. Thread-safe.
 */
public record BoundedClock(InstantSource host) implements InstantSource {
  private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE / 2);
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

  @Override
  public Instant instant() {
    Instant now = host.instant();
    return now.isBefore(FIRST) ? FIRST : now.isAfter(LAST) ? LAST : now;
  }

  /** Whether it can say this time. */
  static boolean isPossible(Instant time) {
    return !time.isBefore(FIRST) && !time.isAfter(LAST);
  }
}
