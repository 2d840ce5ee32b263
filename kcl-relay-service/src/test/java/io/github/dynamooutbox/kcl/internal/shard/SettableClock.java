package io.github.dynamooutbox.kcl.internal.shard;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Stands still until it is moved. */
public final class SettableClock implements InstantSource {
  private volatile Instant now;

  public SettableClock(Instant start) {
    now = start;
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
