package io.github.dynamooutbox.aws.audit;

/** Receives the progress of an audit or a replay, on any thread. */
public interface AuditProgress {
  AuditProgress NONE = (step, done) -> {};

  /**
   * So much of a step is done.
   *
   * @param step what is being done, in a few words
   * @param done records, receipts or events
   */
  void at(String step, long done);
}
