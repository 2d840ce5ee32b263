package io.github.dynamooutbox.aws.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports an invalid configuration. The message lists all errors, one on each line. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /**
   * @param problems for each error its path, what is wrong, and what is valid
   */
  public ConfigException(List<String> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  ConfigException(String problem, @Nullable Throwable cause) {
    super(message(List.of(problem)), cause);
    this.problems = List.of(problem);
  }

  public List<String> problems() {
    return problems;
  }

  private static String message(List<String> problems) {
    return "the outbox configuration has "
        + (problems.size() == 1 ? "an error" : problems.size() + " errors")
        + ":\n"
        + String.join("\n", problems);
  }
}
