package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.kcl.internal.kcl.ReadClock;
import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.github.dynamooutbox.kcl.internal.telemetry.Health;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.leases.Lease;

/**
 * Whether a worker works. KCL's threads can all run while it holds no lease, so the process says
 * little: what counts is that leases are held, and that reads of their shards advance.
 */
final class WorkerHealth implements Health {
  /** A hundred times the pause between reads; a full window holds reads back, too. */
  static final Duration MAX_SINCE_READ = Duration.ofSeconds(15);

  /** Looking into the lease table costs a read, and an orchestrator may ask often. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(WorkerHealth.class);

  private final Scheduler scheduler;
  private final ReadClock reads;
  private final OpenShards open;
  private final CompletableFuture<Void> ended;
  private Optional<String> idle = Optional.of("has not looked for leases yet");
  private long lookedAt = System.nanoTime() - LOOK_AGAIN.toNanos();

  WorkerHealth(
      Scheduler scheduler, ReadClock reads, OpenShards open, CompletableFuture<Void> ended) {
    this.scheduler = scheduler;
    this.reads = reads;
    this.open = open;
    this.ended = ended;
  }

  @Override
  public Optional<String> notAlive() {
    return ended.isDone() ? Optional.of("the worker has ended") : Optional.empty();
  }

  @Override
  public Optional<String> notReady() {
    if (ended.isDone()) {
      return notAlive();
    }
    if (open.names().isEmpty()) {
      return idle();
    }
    Duration since = reads.sinceLastRead();
    return since.compareTo(MAX_SINCE_READ) > 0
        ? Optional.of("the last read was %d s ago".formatted(since.toSeconds()))
        : Optional.empty();
  }

  /** A worker without a lease is ready if each lease has an owner: it waits to take over. */
  private synchronized Optional<String> idle() {
    if (System.nanoTime() - lookedAt >= LOOK_AGAIN.toNanos()) {
      idle = look();
      lookedAt = System.nanoTime();
    }
    return idle;
  }

  private Optional<String> look() {
    try {
      List<Lease> leases = scheduler.leaseCoordinator().leaseRefresher().listLeases();
      boolean free =
          leases.isEmpty() || leases.stream().anyMatch(lease -> lease.leaseOwner() == null);
      return free
          ? Optional.of("holds no lease, and not all leases have an owner")
          : Optional.empty();
    } catch (Exception e) {
      LOG.warn("The lease table cannot be read", e);
      return Optional.of("the lease table cannot be read");
    }
  }
}
