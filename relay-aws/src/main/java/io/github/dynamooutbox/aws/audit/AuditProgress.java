package io.github.dynamooutbox.aws.audit;

/** Receives the progress of an audit or a replay, and can stop it. Called on any thread. */
public interface AuditProgress {
  AuditProgress NONE = (step, done, about) -> {};

  /**
   * So much of a step is done.
   *
   * @param step what is counted, in a few words
   * @param done how many of them
   * @param about how many there are about; 0 if not known
   */
  void at(String step, long done, long about);

  /** Whether to stop at the next point from which it is possible to go on. */
  default boolean isStopWanted() {
    return false;
  }
}
