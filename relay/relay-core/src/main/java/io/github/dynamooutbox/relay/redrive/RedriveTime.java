package io.github.dynamooutbox.relay.redrive;

import java.time.Instant;

/**
 * How long a redrive may last.
 *
 * @param end nothing is started after this
 * @param stop by then the redrive has ended; what is still in flight is abandoned
 * @param leasedUntil after this, another redrive may work on the same parts; later than {@code
 *     stop}
 */
public record RedriveTime(Instant end, Instant stop, Instant leasedUntil) {
  public RedriveTime {
    if (end.isAfter(stop) || !stop.isBefore(leasedUntil)) {
      throw new IllegalArgumentException(
          "redrive until %s, stop at %s, leased until %s: each must come before the next"
              .formatted(end, stop, leasedUntil));
    }
  }
}
