package io.github.dynamooutbox.cli.internal.session;

/** How a command ends. Scripts rely on the numbers. */
public enum CommandExit {
  DONE(0, "done, and nothing is wrong"),
  INCOMPLETE(
      1, "started but not completed, or the tool itself failed; the output says how to continue"),
  INPUT(
      2, "wrong options or configuration, or something named does not exist; nothing was changed"),
  ACCESS(3, "a table, a permission or a connection is missing; nothing was changed"),
  FOUND(4, "something was found that needs attention"),
  BUSY(5, "another process is already working on this; nothing was changed"),
  INTERRUPTED(
      130, "interrupted by Ctrl-C; nothing is half done, and the output says how to continue");

  private final int number;
  private final String meaning;

  CommandExit(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  public int number() {
    return number;
  }

  public String meaning() {
    return meaning;
  }
}
