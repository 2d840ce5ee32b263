package io.github.dynamooutbox.kcl.it;

/**
 * What happens in a round of chaos, and what may be published twice because of it, besides events
 * of leases that move between live workers.
 */
enum Disturbance {
  /** What was published in the last 3 s: checkpoints are a second apart. */
  KILLED("kill -9"),
  /** The same, and what was in flight at the stop. */
  STOPPED("SIGSTOP until others have its shards"),
  /** What was published from 3 s before until the lease expired. */
  LOST_ANSWERS("answers of the lease table lost"),
  /** What was published from 3 s before until the lease expired. */
  CUT_OFF("connections to the lease table dead"),
  /** Nothing. */
  CONTROL_THROTTLED("control table throttled, for all workers"),
  /** Nothing. */
  RESHARDED("all shards split or rolled over"),
  /** Nothing. */
  REPLACED("all workers replaced, SIGTERM"),
  /**
   * Everything that was published before. Last, because the workers then publish what the stream
   * holds of earlier rounds as well.
   */
  LEASES_DELETED("lease table deleted");

  private final String what;

  Disturbance(String what) {
    this.what = what;
  }

  /** Whether a worker notices late that it has lost its leases. */
  boolean explainsLossesOfItsVictim() {
    return this == STOPPED || this == LOST_ANSWERS || this == CUT_OFF;
  }

  String what() {
    return what;
  }
}
