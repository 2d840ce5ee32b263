package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.aws.invocation.ExpectedStream;
import io.github.dynamooutbox.kcl.internal.lease.HeldLeases;
import io.github.dynamooutbox.kcl.internal.lease.KclClients;
import io.github.dynamooutbox.kcl.internal.lease.KclWorker;
import io.github.dynamooutbox.kcl.internal.lease.Leader;
import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners;
import io.github.dynamooutbox.kcl.internal.lease.LeaseTableWatch;
import io.github.dynamooutbox.kcl.internal.lease.LeaseTimes;
import io.github.dynamooutbox.kcl.internal.lease.ReadWatch;
import io.github.dynamooutbox.kcl.internal.lease.StartPace;
import io.github.dynamooutbox.kcl.internal.lease.StreamWatch;
import io.github.dynamooutbox.kcl.internal.lease.TableStream;
import io.github.dynamooutbox.kcl.internal.lease.WorkProof;
import io.github.dynamooutbox.kcl.internal.lease.WorkerName;
import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.github.dynamooutbox.kcl.internal.shard.ShardProcessor;
import io.github.dynamooutbox.kcl.internal.shard.ShardSetting;
import io.github.dynamooutbox.kcl.internal.telemetry.LeaseReport;
import io.github.dynamooutbox.kcl.internal.telemetry.WorkerState;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.kinesis.coordinator.Scheduler;

/** Creates, starts and stops everything that a worker consists of. */
public final class RelayWorker {
  /** Checkpoints are short calls that wait for the lease table. */
  private static final int TIMER_THREADS = 4;

  /** Number of shards whose requests do not wait for each other. */
  private static final int SHARDS_AT_ONCE = 8;

  /** How often a handover checks whether it is complete. */
  private static final Duration POLL = Duration.ofMillis(100);

  /** A handover is complete once no shard was open for this long, even if KCL still waits. */
  private static final Duration SETTLED = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(RelayWorker.class);

  private final WorkerSettings settings;
  private final KclClients clients;
  private final LeaseTimes times;
  private final StartPace pace;
  private final ConfiguredRelay relay;
  private final ScheduledExecutorService timer;
  private final ScheduledExecutorService leaseTimer;
  private final Scheduler scheduler;
  private final OpenShards open = new OpenShards();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final String stream;
  private final StreamWatch streamWatch;
  private final ExecutorService waiting = Executors.newCachedThreadPool(RelayWorker::daemon);
  private final HeldLeases leases;
  private final Leader leader;
  private final LeaseOwners owners;
  private final WorkProof proof;
  private final WorkerTelemetry telemetry;
  private @Nullable LeaseTableWatch leaseTable;
  private volatile boolean stopping;

  /** Whether KCL has created its tables and can take leases; until then it ignores a shutdown. */
  private volatile boolean relaying;

  static void requireOwn(String streamArn, String table) {
    if (!new ExpectedStream(table).isOfTable(streamArn)) {
      throw new ServiceException(
          "the stream %s is not of the configured table \"%s\": correct its ARN, or table.name"
              .formatted(streamArn, table));
    }
  }

  private RelayWorker(RelayConfig config, WorkerSettings settings, KclClients clients) {
    this.settings = settings;
    this.clients = clients;
    settings.streamArn().ifPresent(arn -> requireOwn(arn, config.table().name()));
    times = LeaseTimes.of(settings);
    pace = new StartPace(times.failover());
    telemetry = new WorkerTelemetry(settings);
    TableStream table = new TableStream(clients, config.table().name());
    stream = settings.streamArn().orElseGet(() -> table.toRead(settings.tables().leases()));
    TableStream.requireReadable(clients.streams(), stream);
    relay = ConfiguredRelay.open(config, telemetry.observer(config), SHARDS_AT_ONCE);
    timer = Executors.newScheduledThreadPool(TIMER_THREADS, RelayWorker::daemon);
    leaseTimer = Executors.newSingleThreadScheduledExecutor(RelayWorker::daemon);
    streamWatch =
        new StreamWatch(
            stream,
            settings.streamArn().isEmpty(),
            table::current,
            () -> table.isFinished(stream, settings.tables().leases()),
            clients.streams()::isNotFound,
            this::fail);
    ShardSetting setting =
        new ShardSetting(
            relay.relay(),
            timer,
            leaseTimer,
            () -> pace.tryOpen(open.names().size()),
            times.stop(),
            this::holdsLease,
            this::dropLease,
            streamWatch::isOfAnother,
            () -> stopping,
            open,
            this::fail);
    scheduler =
        KclWorker.scheduler(
            settings, clients, stream, () -> new ShardProcessor(setting), this::canTakeLeases);
    leases =
        new HeldLeases(
            scheduler.leaseCoordinator(),
            waiting,
            System::nanoTime,
            times.failover(),
            pace::renewed);
    proof = new WorkProof(clients.dynamoDb(), settings, System::nanoTime, this::fail);
    leader = new Leader(clients.dynamoDb(), settings.tables().coordinator());
    owners =
        new LeaseOwners(
            () -> scheduler.leaseCoordinator().leaseRefresher().listLeases(),
            KclWorker.missingLeases(scheduler, clients, stream),
            System::nanoTime,
            times.failover());
    LOG.info("Reading {} as worker {} of {}", stream, settings.workerId(), settings.application());
  }

  /** Starts a worker. The clients are closed when it stops, or if it cannot start. */
  public static RelayWorker start(RelayConfig config, WorkerSettings settings, KclClients clients) {
    try {
      RelayWorker running = new RelayWorker(config, settings, clients);
      running.start();
      return running;
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  private void start() {
    WorkerState state =
        new WorkerState(
            open,
            owners::unowned,
            owners::moves,
            () -> leader.name().filter(settings.workerId()::equals).isPresent(),
            () -> LeaseReport.of(leader.name(), owners.owners(), Instant.now()),
            clients.streams()::reads,
            clients.streams()::trimmed,
            clients.leaseCalls()::slow,
            clients.leaseCalls()::failed,
            LineOutput::dropped);
    telemetry.start(
        state,
        new WorkerHealth(
            open,
            owners,
            clients.streams().failures(),
            settings.idleBetweenReads(),
            ended,
            proof::lacking,
            new LoopBeat(relay::onLoop, System::nanoTime)::stuck),
        timer);
    Thread thread = new Thread(this::run, "outbox-kcl");
    thread.setDaemon(true);
    thread.start();
    every(timer, WorkProof.EVERY, proof::check);
  }

  private void run() {
    try {
      WorkerName.requireUnused(
          clients.dynamoDb(), settings.tables().workerMetrics(), settings.workerId(), this::pause);
      KclWorker.prepare(scheduler, settings, clients, stream);
      watchLeaseTable();
      if (!stopping) {
        scheduler.run();
      }
      // stop() completes the future itself, after it has released the leases.
      if (!stopping) {
        fail(new ServiceException("KCL has stopped unexpectedly: see its log"));
      }
    } catch (RuntimeException | Error e) {
      if (stopping) {
        // Its clients were closed while KCL was still creating its tables.
        LOG.debug("Stopped during startup", e);
      } else {
        fail(e);
      }
    }
  }

  /** Returns whether the worker is still to start. */
  private boolean pause() {
    LockSupport.parkNanos(WorkerName.POLL.toNanos());
    return !stopping;
  }

  /** Called by KCL during its start. */
  private void canTakeLeases() {
    relaying = true;
    if (stopping) {
      scheduler.shutdown();
    }
  }

  private synchronized void watchLeaseTable() {
    if (!stopping) {
      every(leaseTimer, times.stop(), () -> leases.refresh(open.names()));
      every(timer, LeaseOwners.EVERY, owners::refresh);
      every(timer, LeaseOwners.EVERY, leader::refresh);
      every(timer, ReadWatch.EVERY, new ReadWatch(clients.streams().failures(), this::fail)::check);
      every(timer, StreamWatch.EVERY, streamWatch::check);
      leaseTable = LeaseTableWatch.start(clients.dynamoDb(), settings.tables(), timer, this::fail);
    }
  }

  /** Repeats a check until the timer is shut down. */
  private static void every(ScheduledExecutorService on, Duration time, Runnable check) {
    Future<?> unused = on.scheduleWithFixedDelay(check, 0, time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void endWatch() {
    if (leaseTable != null) {
      leaseTable.close();
    }
  }

  private void fail(Throwable failure) {
    ended.completeExceptionally(failure);
  }

  private boolean holdsLease(String shard) {
    return leases.holds(shard);
  }

  private void dropLease(String shard) {
    pace.expired();
    leases.drop(shard);
  }

  public Set<String> shards() {
    return open.names();
  }

  public CompletionStage<Void> ended() {
    return ended;
  }

  /** Returns whether everything was finished, checkpointed and released in time. */
  public boolean stop(Duration limit) {
    stopping = true;
    boolean done = !relaying || handOver(limit);
    try {
      return close(done);
    } finally {
      ended.complete(null);
    }
  }

  /** Before any lease is released: the leader would assign it to this worker again. */
  private void leave() {
    try {
      clients.leaseCalls().leave(settings.tables().workerMetrics(), settings.workerId()).join();
    } catch (CompletionException e) {
      LOG.warn("This worker's load could not be removed: it may be assigned leases again", e);
    }
  }

  private boolean handOver(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    leave();
    Future<Boolean> graceful = scheduler.startGracefulShutdown();
    try {
      long holding = System.nanoTime();
      Set<String> relayed = open.names();
      while (System.nanoTime() - deadline < 0) {
        try {
          return graceful.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          Set<String> still = open.names();
          if (!still.equals(relayed)) {
            // While others are still finished: if this worker leads, it assigns these to others.
            boolean unused = release(still);
            relayed = still;
          }
          // KCL never finishes a shard whose end is not acknowledged, even if it was handed over.
          long now = System.nanoTime();
          holding = still.isEmpty() ? holding : now;
          if (now - holding > SETTLED.toNanos()) {
            return true;
          }
        }
      }
      LOG.warn("Not everything was finished within {} s", limit.toSeconds());
    } catch (ExecutionException e) {
      LOG.error("The worker could not be stopped properly", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private boolean release(Set<String> still) {
    return KclWorker.releaseLeases(
        scheduler.leaseCoordinator().leaseRefresher(), settings.workerId(), still);
  }

  /** Returns whether nothing is left for the next owners to wait for. */
  private boolean close(boolean handedOver) {
    boolean released = handedOver;
    endWatch();
    if (relaying) {
      scheduler.shutdown();
      if (handedOver) {
        released = release(Set.of());
      }
    }
    timer.shutdownNow();
    leaseTimer.shutdownNow();
    waiting.shutdownNow();
    telemetry.close();
    relay.close();
    clients.close();
    return released;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "outbox-checkpoint");
    thread.setDaemon(true);
    return thread;
  }
}
