package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.List;
import java.util.Optional;

/** Checks names of targets given as options. */
public final class Targets {
  private Targets() {}

  /**
   * Checks a name.
   *
   * @throws OperatorException if the configuration has no such target, and it is not {@code *}
   */
  public static void check(RelayConfig config, String option, Optional<String> name) {
    List<String> known = config.targets().stream().map(TargetConfig::name).sorted().toList();
    boolean isKnown =
        name.map(each -> known.contains(each) || each.equals(LaneKey.ALL_TARGETS)).orElse(true);
    if (!isKnown) {
      throw new OperatorException(
          Kind.INPUT,
          "%s \"%s\": the configuration has no such target; it has %s (* is what is parked for all)"
              .formatted(option, name.orElseThrow(), String.join(", ", known)));
    }
  }
}
