package io.github.dynamooutbox.aws.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Collects errors, so that all of them can be reported at once. */
final class Problems {
  private final List<String> found = new ArrayList<>();

  void add(String path, String message) {
    found.add((path.isEmpty() ? "document" : path) + ": " + message);
  }

  boolean none() {
    return found.isEmpty();
  }

  /**
   * @throws ConfigException if there are any
   */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new ConfigException(found);
    }
  }

  /** "did you mean x?" if a known name is close, otherwise the known names. */
  static String hint(String name, Collection<String> known) {
    return NearestName.of(name, known)
        .map(nearest -> "did you mean \"" + nearest + "\"?")
        .orElseGet(() -> "known: " + sorted(known));
  }

  static String sorted(Collection<String> names) {
    return String.join(", ", names.stream().sorted().toList());
  }
}
