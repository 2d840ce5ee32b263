package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times and durations given as options. */
public final class Moments {
  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(s|min|m|h|d)");

  private Moments() {}

  /**
   * A time, or how long ago it was.
   *
   * @param text as in {@code 2026-11-22T03:00:00Z} or {@code 2h}
   * @throws OperatorException if it is neither
   */
  public static Instant of(String option, String text, Instant now) {
    Matcher ago = SHORT.matcher(text);
    if (ago.matches()) {
      return now.minus(duration(ago));
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": must be a time in UTC, as in 2026-11-22T03:00:00Z, or how long ago, as in 90s, 30m, 2h or 3d"
              .formatted(option, text));
    }
  }

  /**
   * A duration.
   *
   * @param text as in {@code 90s}, {@code 30m}, {@code 2h} or {@code 3d}
   * @throws OperatorException if it is not a duration
   */
  public static Duration duration(String option, String text) {
    Matcher matcher = SHORT.matcher(text);
    if (!matcher.matches()) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": must be a duration, as in 90s, 30m, 2h or 3d".formatted(option, text));
    }
    return duration(matcher);
  }

  private static Duration duration(Matcher matcher) {
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "h" -> Duration.ofHours(count);
      case "d" -> Duration.ofDays(count);
      default -> Duration.ofMinutes(count);
    };
  }
}
