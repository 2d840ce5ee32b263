package io.github.dynamooutbox.cli.internal.output;

import java.time.Duration;

/** How long something took or has waited, in the two largest units. */
public final class Ages {
  private Ages() {}

  public static String of(Duration age) {
    Duration positive = age.isNegative() ? Duration.ZERO : age;
    if (positive.toDays() > 0) {
      return "%d d %d h".formatted(positive.toDays(), positive.toHoursPart());
    }
    if (positive.toHours() > 0) {
      return "%d h %d min".formatted(positive.toHours(), positive.toMinutesPart());
    }
    return positive.toMinutes() > 0
        ? "%d min %d s".formatted(positive.toMinutes(), positive.toSecondsPart())
        : "%d s".formatted(positive.toSeconds());
  }
}
