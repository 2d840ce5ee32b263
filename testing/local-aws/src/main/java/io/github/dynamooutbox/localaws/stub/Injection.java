package io.github.dynamooutbox.localaws.stub;

/** A fault that was injected. Thread-safe. */
public interface Injection {

  /**
   * How many requests it has applied to so far; for faults of entries, this includes requests in
   * which no entry failed.
   */
  int fired();

  /** Removes it. Idempotent. */
  void cancel();
}
