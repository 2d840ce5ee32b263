package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;

/**
 * What is set otherwise than the Kinesis Client Library does by itself, and why. Its defaults are
 * made for many shards that are read once a second; ours are for few that must not stand still.
 *
 * <p>Costs are in requests a month (2.6 million seconds) on the workers' own tables. None of these
 * settings adds a read of the stream.
 */
final class Tuning {
  /**
   * How long a worker may be silent before its leases are taken. Default 10 s. A worker renews each
   * lease three times within it: 2.6 million writes a month and shard. Twice as often it looks for
   * leases that were given to it: 5.6 million reads a month and worker. A pause of the JVM beyond
   * it costs the lease, and what was in flight is published twice.
   */
  static final Duration FAILOVER = Duration.ofSeconds(3);

  /**
   * How often the leader assigns leases. Default: twice the failover time. Each time it reads the
   * lease table and the workers' metrics: 5.2 million reads a month, however many workers there
   * are. Children of a shard wait for it, and the leases of a dead worker.
   */
  static final Duration ASSIGNMENT = Duration.ofSeconds(1);

  /**
   * How long a dead leader stays leader. Default 2 minutes, in which no lease of a dead worker is
   * assigned and no child shard begins.
   */
  static final Duration LEADER_LEASE = Duration.ofSeconds(5);

  /**
   * How often the leader says that it lives, and others look whether it does. Default 30 s; 2.6
   * million requests a month and worker.
   */
  static final Duration LEADER_HEARTBEAT = Duration.ofSeconds(1);

  /**
   * How often a worker says how busy it is. Default 30 s: for twice that time leases are assigned
   * to a worker that is gone, and wait there until they expire. 1.3 million writes a month and
   * worker.
   */
  static final Duration WORKER_METRICS = Duration.ofSeconds(2);

  /**
   * How often a worker looks how busy it is. Default 1 s. A worker first says so after twice this
   * time, and gets no lease before. Costs no request, except to the metadata of an ECS task.
   */
  static final Duration WORKER_LOOK = Duration.ofMillis(200);

  /**
   * Whether a lease that moves to a less busy worker is handed over. Default true. KCL 3.3.0 then
   * stands still on a shard that was to be handed over while it waited for its parent: neither
   * worker relays it. Without, the old owner learns of it when it next renews, within a second, and
   * what it published since its last checkpoint is published twice.
   */
  static final boolean GRACEFUL_HANDOFF = false;

  /** How often a worker looks in its memory for what to do next. Default 1 s; costs no request. */
  static final Duration DISPATCH = Duration.ofMillis(100);

  /**
   * How often a shard whose parent is not finished looks again. Default 10 s. Two reads a second,
   * but only while it waits.
   */
  static final Duration PARENT_POLL = Duration.ofMillis(500);

  /** Pause after a start or a task that failed. Defaults 1 s and 500 ms; not a cost. */
  static final Duration AGAIN = Duration.ofMillis(500);

  /**
   * Threads that wait for the stream at the same time. The streams adapter reads on the JVM's
   * common pool, which has one thread less than there are processors: more shards than that would
   * wait for each other.
   */
  static final int READERS = 64;

  private Tuning() {}
}
