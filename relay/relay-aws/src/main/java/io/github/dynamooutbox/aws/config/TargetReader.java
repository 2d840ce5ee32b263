package io.github.dynamooutbox.aws.config;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.internal.inline.InliningConfig;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.util.Map;
import java.util.Optional;

/** Declares what targets of all kinds have, and reads one of {@code targets}. */
final class TargetReader {
  static final Key<Integer> INLINE =
      Key.number(InliningConfig.KEY, 0, InliningConfig.MOST)
          .byDefault(0)
          .readBy(BOTH)
          .about(
              "Up to this size, [payloads that are elsewhere](configuration.md#payloads-that-"
                  + "are-elsewhere) are fetched and sent. `0`: the reference is sent.");

  private TargetReader() {}

  /** The type, which is one of these kinds. */
  static Key<String> type(Map<String, TargetFactory> kinds) {
    return Key.choice("type", kinds.keySet().toArray(String[]::new))
        .required("must be one of: " + Problems.sorted(kinds.keySet()))
        .readBy(BOTH)
        .about(
            "Its kind; also [kafka](kafka.md), [s3](archive.md), and those [of your "
                + "own](own-targets.md).");
  }

  static Optional<TargetConfig> read(String name, JsonFields target) {
    Map<String, TargetFactory> kinds = TargetKinds.onClassPath();
    // Without a type, the valid keys are unknown.
    return target.find(type(kinds)).map(kinds::get).map(kind -> read(name, kind, target));
  }

  private static TargetConfig read(String name, TargetFactory kind, JsonFields target) {
    int inline = target.get(INLINE);
    TargetConfig read = kind.read(name, target);
    target.refuseOthers();
    return inline == 0 ? read : new InliningConfig(read, inline);
  }
}
