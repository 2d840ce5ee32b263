package io.github.dynamooutbox.relay.internal.redrive;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How many events a redrive may begin to publish now, all its parts and targets together, for as
 * many a second as its operator allows. What is not used within a second is lost, so that a pause
 * is not made up for. Events wait for it in front of their lanes: a request that waits there would
 * look like a target that does not answer. Confined to the event loop.
 */
public final class Allowance {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final InstantSource clock;
  private Instant since;
  private double left = 1;

  /**
   * An allowance of which nothing is used.
   *
   * @param perSecond 0: without a limit
   */
  public Allowance(double perSecond, InstantSource clock) {
    this.perSecond = perSecond;
    this.clock = clock;
    since = clock.instant();
  }

  /** Uses it for as many events as there is room for now; returns their number. */
  int take(int wanted) {
    if (perSecond == 0) {
      return wanted;
    }
    Instant now = clock.instant();
    double seconds = Math.max(0, Duration.between(since, now).toNanos() / NANOS);
    since = now;
    left = Math.min(Math.max(1, perSecond), left + seconds * perSecond);
    int taken = (int) Math.min(wanted, left);
    left -= taken;
    return taken;
  }
}
