package io.github.dynamooutbox.format;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Durations in messages, as people read them: {@code 2 min}, {@code 24 h 59 min 59.999 s}. */
public final class DurationText {
  /** Up to here hours are easier to compare: a table's stream keeps records for 24. */
  private static final long LEAST_DAYS = 2;

  private static final int NANO_DIGITS = 9;

  private DurationText() {}

  /**
   * Returns the text of a duration: its days (from 2 on), hours, minutes and seconds without those
   * that are zero, exact to the nanosecond.
   */
  public static String of(Duration duration) {
    if (duration.isZero()) {
      return "0 s";
    }
    if (duration.isNegative()) {
      return "-(" + of(duration.negated()) + ")";
    }
    long days = duration.toDays() < LEAST_DAYS ? 0 : duration.toDays();
    Duration rest = duration.minusDays(days);
    BigDecimal seconds =
        BigDecimal.valueOf(rest.toNanosPart(), NANO_DIGITS)
            .add(BigDecimal.valueOf(rest.toSecondsPart()));
    List<String> parts = new ArrayList<>();
    add(parts, days, "days");
    add(parts, rest.toHours(), "h");
    add(parts, rest.toMinutesPart(), "min");
    if (seconds.signum() > 0) {
      parts.add(seconds.stripTrailingZeros().toPlainString() + " s");
    }
    return String.join(" ", parts);
  }

  private static void add(List<String> parts, long number, String unit) {
    if (number > 0) {
      parts.add(number + " " + unit);
    }
  }
}
