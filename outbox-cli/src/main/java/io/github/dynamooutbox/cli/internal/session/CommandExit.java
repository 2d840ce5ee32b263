package io.github.dynamooutbox.cli.internal.session;

/** How a command ends. Scripts rely on the numbers. */
public enum CommandExit {
  DONE(0, "done, and nothing is wrong"),
  INCOMPLETE(1, "begun and not completed, or failed by a fault of the tool: it says how to go on"),
  INPUT(2, "wrong options, configuration, or something that does not exist; nothing was changed"),
  ACCESS(3, "a table, a right or a connection is missing; nothing was changed"),
  FOUND(4, "something was found that needs attention"),
  BUSY(5, "somebody else is working on the same; nothing was changed"),
  INTERRUPTED(130, "Ctrl-C: nothing is half done, and it says how to go on");

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
