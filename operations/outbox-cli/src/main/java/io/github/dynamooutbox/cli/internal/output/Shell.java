package io.github.dynamooutbox.cli.internal.output;

/** Words of commands that somebody may paste into a POSIX shell. */
public final class Shell {
  private Shell() {}

  /** One word, whatever is in it. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9._-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
