package io.github.dynamooutbox.infra;

import java.util.List;

/** The configuration has errors. The message lists all of them, each with its path. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  ConfigException(List<String> problems) {
    super(
        "the outbox configuration has %d error%s:%n%s"
            .formatted(
                problems.size(), problems.size() == 1 ? "" : "s", String.join("\n", problems)));
    this.problems = List.copyOf(problems);
  }

  /** One line for each error: its path, what is there, and what would be valid. */
  public List<String> problems() {
    return problems;
  }
}
