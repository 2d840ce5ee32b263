package io.github.dynamooutbox.operations.audit;

/** Receives the progress of an audit or a replay, and can stop it. Called on any thread. */
public interface AuditProgress {
  AuditProgress NONE = (step, done, about) -> {};

  /**
   * Reports how much of a step is done.
   *
   * @param step what is counted, in a few words
   * @param done how many are done
   * @param about roughly how many there are; 0 if unknown
   */
  void at(String step, long done, long about);

  /** Whether to stop at the next point from which the work can be resumed. */
  default boolean isStopWanted() {
    return false;
  }
}
