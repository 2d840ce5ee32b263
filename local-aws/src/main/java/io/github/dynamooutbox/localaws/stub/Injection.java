package io.github.dynamooutbox.localaws.stub;

/** A fault that was injected. Thread-safe. */
public interface Injection {

  /**
   * How many requests it befell so far; for faults of entries, requests in which no entry failed
   * count too.
   */
  int fired();

  /** Ends it. Does nothing the second time. */
  void cancel();
}
