package io.github.dynamooutbox.kcl;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.kcl.internal.RelayWorker;
import io.github.dynamooutbox.kcl.internal.lease.KclClients;
import io.github.dynamooutbox.kcl.internal.lease.LeaseTimes;
import io.github.dynamooutbox.kcl.internal.lease.ReaderThreads;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A worker that relays the shards whose leases it holds. Any number of workers of one application
 * share a table's stream; each shard is relayed by one of them, and by another one if that worker
 * dies.
 *
 * <pre>{@code
 * RelayService service = RelayService.start(config, WorkerSettings.of("orders-relay"));
 * ...
 * service.stop(Duration.ofSeconds(25));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class RelayService implements AutoCloseable {
  private final RelayWorker running;

  private RelayService(RelayWorker running) {
    this.running = running;
  }

  /**
   * Starts a worker. Returns before the worker holds a lease.
   *
   * <p>Call this before anything uses the JVM's common pool: KCL's streams adapter reads the stream
   * on its threads, and this method sets its size unless it is already set.
   *
   * @throws ServiceException if the table has no stream or cannot be read
   * @throws io.github.dynamooutbox.aws.config.ConfigException if a target cannot be used as
   *     configured
   */
  public static RelayService start(RelayConfig config, WorkerSettings settings) {
    return start(config, settings, KclClients.open(LeaseTimes.of(settings)));
  }

  static RelayService start(RelayConfig config, WorkerSettings settings, KclClients clients) {
    ReaderThreads.prepare();
    return new RelayService(RelayWorker.start(config, settings, clients));
  }

  /** Returns the ids of the shards that this worker currently relays. */
  public Set<String> shards() {
    return running.shards();
  }

  /** Completes when the worker has ended: exceptionally unless it was stopped. */
  public CompletionStage<Void> ended() {
    return running.ended();
  }

  /**
   * Accepts no more records, finishes what is in flight, writes checkpoints, and releases the
   * leases.
   *
   * @param limit maximum duration; what is unfinished then is published by the next worker,
   *     possibly for the second time
   * @return whether all of this was completed in time
   */
  public boolean stop(Duration limit) {
    return running.stop(limit);
  }

  /** Stops within 25 seconds. */
  @Override
  public void close() {
    stop(Duration.ofSeconds(25));
  }
}
