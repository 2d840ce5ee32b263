package io.github.dynamooutbox.cli.internal.output;

import java.util.Locale;

/** Numbers of things, in words. */
public final class Counts {
  private Counts() {}

  /**
   * As in "1 event" and "1,234 events".
   *
   * @param what one of them
   */
  public static String of(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? what : what + "s");
  }
}
