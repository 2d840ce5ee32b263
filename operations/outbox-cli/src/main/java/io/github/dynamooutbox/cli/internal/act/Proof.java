package io.github.dynamooutbox.cli.internal.act;

import java.time.Duration;
import java.time.Instant;

/** Names the command that proves that what was done has left nothing missing. */
public final class Proof {
  /** Events are older than their parking, by as long as the relay had tried or was behind. */
  private static final int HOURS_BEFORE = 2;

  private Proof() {}

  /**
   * The command, and why.
   *
   * @param since when the first of the events was parked
   */
  public static String command(Instant since) {
    long hours = Duration.between(since, Instant.now()).toHours() + HOURS_BEFORE;
    return "outbox audit --from %dh, which proves that nothing is missing".formatted(hours);
  }
}
