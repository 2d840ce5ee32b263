package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.internal.inline.InliningConfig;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.util.Map;
import java.util.Optional;

/** Reads one of {@code targets}. */
final class TargetReader {
  private TargetReader() {}

  static Optional<TargetConfig> read(String name, JsonFields target) {
    Map<String, TargetFactory> kinds = TargetKinds.onClassPath();
    if (!target.has("type")) {
      target.missing("type", "must be one of: " + Problems.sorted(kinds.keySet()));
      return Optional.empty();
    }
    // Without a type, the valid keys are unknown.
    return target.choice("type", kinds).map(kind -> read(name, kind, target));
  }

  private static TargetConfig read(String name, TargetFactory kind, JsonFields target) {
    long inline = target.number(InliningConfig.KEY, 0, InliningConfig.MOST, 0);
    TargetConfig read = kind.read(name, target);
    target.refuseOthers();
    return inline == 0 ? read : new InliningConfig(read, inline);
  }
}
