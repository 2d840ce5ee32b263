package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.util.List;

/** The relay's own reader, run at synthesis: what it would refuse at start is never deployed. */
final class RelayCheck {
  private RelayCheck() {}

  /** What the relay refuses, in its own words. */
  static List<String> problems(String json) {
    try {
      RelayConfig.parse(json);
      return List.of();
    } catch (io.github.dynamooutbox.aws.config.ConfigException e) {
      return e.problems();
    }
  }

  /** What the relay refuses or warns of: at synthesis there is still time to correct it. */
  static List<String> problemsAndWarnings(String json) {
    try {
      return RelayConfig.parse(json).warnings();
    } catch (io.github.dynamooutbox.aws.config.ConfigException e) {
      return e.problems();
    }
  }
}
