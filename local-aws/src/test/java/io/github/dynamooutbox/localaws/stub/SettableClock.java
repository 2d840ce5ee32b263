package io.github.dynamooutbox.localaws.stub;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves when it is told to. */
public final class SettableClock extends Clock {
  private volatile Instant now = Instant.parse("2026-11-21T10:00:00Z");

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("always UTC");
  }
}
