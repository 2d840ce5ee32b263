package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import java.util.Optional;

/**
 * The keys of a target in the configuration. Every key that is read counts as known. An invalid
 * value is reported with its path and then treated as absent, so that reading continues and all
 * errors are reported at once. Not thread-safe.
 */
public interface TargetFields {
  /** Whether the key is present, with any value. */
  boolean has(Key<?> key);

  /** The value of a key, without its default. Reports that it is missing if it is required. */
  <T> Optional<T> find(Key<T> key);

  /** The value of a key, or its default. */
  default <T> T get(Key<T> key) {
    return find(key).or(key::standard).orElseThrow();
  }

  /** An object within this one. Its keys that are not read count as unknown, too. */
  Optional<TargetFields> within(Key<Section> key);

  /**
   * Reports an error.
   *
   * @param message what is wrong, and what is valid
   */
  void problem(Key<?> key, String message);

  /**
   * Reports that a key is missing.
   *
   * @param what what to give
   */
  default void missing(Key<?> key, String what) {
    problem(key, "is missing: " + what);
  }
}
