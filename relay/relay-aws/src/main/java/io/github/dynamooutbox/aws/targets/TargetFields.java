package io.github.dynamooutbox.aws.targets;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a target in the configuration. Every key that is read counts as known. An invalid
 * value is reported with its path and then treated as absent, so that reading continues and all
 * mistakes are reported at once. Not thread-safe.
 */
public interface TargetFields {
  /** Whether the key is present, with any value. */
  boolean has(String key);

  /** A text of the required form. */
  Optional<String> text(String key, TextRule rule);

  /** The texts of a list, which must not be empty if present. */
  List<String> texts(String key, TextRule rule);

  /**
   * A whole number.
   *
   * @param min the lowest valid value
   * @param max the highest valid value
   * @param otherwise the value if the key is absent
   */
  long number(String key, long min, long max, long otherwise);

  /** True or false. */
  Optional<Boolean> flag(String key);

  /** The value that one of several texts stands for. */
  <T> Optional<T> choice(String key, Map<String, T> choices);

  /** An object within this one. Its keys that are not read count as unknown, too. */
  Optional<TargetFields> nested(String key);

  /**
   * Reports a mistake.
   *
   * @param message what is wrong, and what is valid
   */
  void problem(String key, String message);

  /**
   * Reports that a key is missing.
   *
   * @param what what to give
   */
  void missing(String key, String what);
}
