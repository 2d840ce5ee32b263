package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The kinds of targets on the class path, by their types. */
final class TargetKinds {
  private static final TextRule TYPE =
      TextRule.of(
          "[a-z][a-z0-9-]{0,31}",
          "1 to 32 lower-case letters, digits and hyphens, the first one a letter");

  /** The class path does not change. */
  private static @Nullable Map<String, TargetFactory> found;

  private TargetKinds() {}

  /**
   * All kinds, looked for once.
   *
   * @throws ConfigException if one of them cannot be used
   */
  static synchronized Map<String, TargetFactory> onClassPath() {
    if (found == null) {
      found = of(ServiceLoader.load(TargetFactory.class, TargetFactory.class.getClassLoader()));
    }
    return found;
  }

  /** Those that every relay has. */
  static Map<String, TargetFactory> builtIn() {
    Map<String, TargetFactory> kinds = new TreeMap<>(onClassPath());
    kinds.values().removeIf(kind -> !kind.artifact().equals(Optional.of("relay-aws")));
    return kinds;
  }

  static Map<String, TargetFactory> of(Iterable<TargetFactory> factories) {
    Map<String, TargetFactory> kinds = new TreeMap<>();
    try {
      for (TargetFactory factory : factories) {
        add(kinds, factory);
      }
    } catch (ServiceConfigurationError e) {
      throw new ConfigException("kinds of targets: a kind cannot be loaded: " + e.getMessage(), e);
    }
    return Collections.unmodifiableMap(kinds);
  }

  private static void add(Map<String, TargetFactory> kinds, TargetFactory factory) {
    String type = factory.type();
    if (!TYPE.accepts(type)) {
      throw unusable(
          "the type \"%s\" of %s must be %s"
              .formatted(type, factory.getClass().getName(), TYPE.means()));
    }
    TargetFactory other = kinds.putIfAbsent(type, factory);
    if (other != null) {
      throw unusable(
          "%s and %s are both of type \"%s\"; remove one from the class path"
              .formatted(other.getClass().getName(), factory.getClass().getName(), type));
    }
  }

  private static ConfigException unusable(String problem) {
    return new ConfigException(List.of("kinds of targets: " + problem));
  }
}
