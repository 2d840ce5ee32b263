package io.github.dynamooutbox.kcl.it;

/** What happens in a round of chaos, and what may be published twice because of it. */
enum Disturbance {
  KILLED("kill -9", "published in the last 3 s: checkpoints are a second apart"),
  STOPPED("SIGSTOP until others have its shards", "the same, and what was in flight at the stop"),
  LOST_ANSWERS(
      "answers of the lease table lost", "published from 3 s before until the lease expired"),
  CUT_OFF(
      "connections to the lease table dead", "published from 3 s before until the lease expired"),
  CONTROL_THROTTLED("control table throttled, for all workers", "nothing"),
  RESHARDED("all shards split or rolled over", "nothing"),
  REPLACED("all workers replaced, SIGTERM", "nothing"),
  /** Last, because the workers then publish what the stream holds of earlier rounds as well. */
  LEASES_DELETED("lease table deleted", "everything that was published before");

  private final String what;
  private final String twice;

  Disturbance(String what, String twice) {
    this.what = what;
    this.twice = twice;
  }

  /** Whether a worker notices late that it has lost its leases. */
  boolean explainsLossesOfItsVictim() {
    return this == STOPPED || this == LOST_ANSWERS || this == CUT_OFF;
  }

  String what() {
    return what;
  }

  /** What may be published twice, besides events of leases that move between live workers. */
  String twice() {
    return twice;
  }
}
