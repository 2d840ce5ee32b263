package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;

/**
 * Settings besides {@link LeaseTimes} that differ from the Kinesis Client Library's defaults, and
 * why. The defaults are meant for many shards that are read once a second; these are for a few
 * shards that must not stall.
 *
 * <p>Costs are in requests a month (2.6 million seconds) on the workers' own tables. None of these
 * settings adds a read of the stream.
 */
final class Tuning {
  /**
   * How often the leader assigns leases. Default: twice the failover time. Each time it reads the
   * lease table and the workers' metrics: 5.2 million reads a month, however many workers there
   * are. Child shards and the leases of a dead worker wait for it. A worker checks twice as often
   * for leases assigned to it: 5.6 million reads a month for each worker.
   */
  static final Duration ASSIGNMENT = Duration.ofSeconds(1);

  /**
   * How often a worker reports its load. Default 30 s: for twice that time a dead worker is
   * assigned leases, which then have to expire. 1.3 million writes a month for each worker.
   */
  static final Duration WORKER_METRICS = Duration.ofSeconds(2);

  /**
   * How often a worker measures its load. Default 1 s. It first reports its load after twice this
   * time, and gets no lease before. Costs no request, except for the metadata of an ECS task.
   */
  static final Duration WORKER_SAMPLING = Duration.ofMillis(200);

  /**
   * Whether a lease that moves to a less busy worker is handed over gracefully. Default true. KCL
   * 3.3.0 then stalls on a shard whose handover was requested while it waited for its parent:
   * neither worker relays it. With false, the old owner notices the move at its next renewal,
   * within a second, and what it published since its last checkpoint is published twice.
   */
  static final boolean GRACEFUL_HANDOFF = false;

  /** How often a worker checks what to do next. Default 1 s; costs no request. */
  static final Duration DISPATCH = Duration.ofMillis(100);

  /**
   * How often a waiting shard checks whether its parent is finished. Default 10 s. Two reads a
   * second, but only while it waits.
   */
  static final Duration PARENT_POLL = Duration.ofMillis(500);

  /** Delay before a failed start or task is retried. Defaults 1 s and 500 ms; costs nothing. */
  static final Duration RETRY_DELAY = Duration.ofMillis(500);

  /**
   * How many threads may read the stream at the same time. The streams adapter reads on the JVM's
   * common pool, which by default has one thread fewer than there are processors: more shards than
   * that would wait for each other.
   */
  static final int READERS = 64;

  /**
   * How often KCL tries to start, half a second apart at least. Default 20. Refusals end the worker
   * before; what else can happen passes, and KCL has to outlast it.
   */
  static final int INITIALIZATIONS = 2_000;

  private Tuning() {}
}
