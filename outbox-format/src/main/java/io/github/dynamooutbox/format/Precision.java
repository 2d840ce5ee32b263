package io.github.dynamooutbox.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Truncates times to the precision of the format. Returns the same object if there is nothing to
 * truncate.
 */
@SuppressWarnings("JavaInstantGetSecondsGetNano") // only what is below a second matters
final class Precision {
  private static final int NANOS_PER_MILLI = 1_000_000;

  private Precision() {}

  static Instant millis(Instant time) {
    return time.getNano() % NANOS_PER_MILLI == 0 ? time : time.truncatedTo(ChronoUnit.MILLIS);
  }

  static Instant seconds(Instant time) {
    return time.getNano() == 0 ? time : time.truncatedTo(ChronoUnit.SECONDS);
  }
}
