package io.github.dynamooutbox.aws.target;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a target in the configuration. Every key that is read counts as known. An invalid
 * value is reported with its path and then treated as absent, so that reading continues and all
 * mistakes are reported at once. Used by one thread.
 */
public interface TargetFields {
  /** Whether the key is there, with whatever value. */
  boolean has(String key);

  /** A text of the required form. */
  Optional<String> text(String key, TextRule rule);

  /** The texts of a list, which must not be empty if it is present. */
  List<String> texts(String key, TextRule rule);

  /**
   * A whole number.
   *
   * @param min the least that is valid
   * @param max the most that is valid
   * @param otherwise the value if the key is absent
   */
  long number(String key, long min, long max, long otherwise);

  /** True or false. */
  Optional<Boolean> flag(String key);

  /** What stands for one of several texts. */
  <T> Optional<T> choice(String key, Map<String, T> choices);

  /** An object within this one. Keys of it that are not read are unknown, too. */
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
