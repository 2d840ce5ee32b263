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
    return of(number, what, what + "s");
  }

  /**
   * As in "1 batch" and "1,234 batches".
   *
   * @param one one of them
   * @param more several
   */
  public static String of(long number, String one, String more) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : more);
  }
}
