package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import picocli.CommandLine.Option;

/** Who decides, for the log of decisions. */
public final class DeciderOption {
  /** As in a mark. */
  private static final int MOST = 256;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      description = "Who decides; 'decisions' shows it. Default: your user name.")
  private String by = Identity.user();

  /**
   * Checks the name before anything else is read.
   *
   * @throws OperatorException if it cannot be stored
   */
  void check() {
    if (by.isBlank() || by.length() > MOST) {
      throw new OperatorException(Kind.INPUT, "--by: must have 1 to %d characters".formatted(MOST));
    }
  }

  /**
   * The name.
   *
   * @throws OperatorException if it cannot be stored
   */
  public String name() {
    check();
    return by;
  }
}
