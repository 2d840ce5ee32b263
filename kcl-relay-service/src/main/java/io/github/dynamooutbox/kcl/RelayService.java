package io.github.dynamooutbox.kcl;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.kcl.internal.Running;
import io.github.dynamooutbox.kcl.internal.kcl.KclClients;
import io.github.dynamooutbox.kcl.internal.kcl.Worker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A worker that relays the shards it holds leases on. Any number of workers of one application
 * share a table's stream; each shard is relayed by one of them, and by another one when it dies.
 *
 * <pre>{@code
 * RelayService service = RelayService.start(config, ServiceSettings.of("orders-relay"));
 * ...
 * service.stop(Duration.ofSeconds(25));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class RelayService implements AutoCloseable {
  private final Running running;

  private RelayService(Running running) {
    this.running = running;
  }

  /**
   * Starts a worker. Returns before it holds a lease.
   *
   * <p>Call it before anything uses the JVM's common pool: KCL's streams adapter reads there, and
   * the pool's size is set here unless it is set already.
   *
   * @throws ServiceException if the table has no stream or cannot be looked at
   * @throws io.github.dynamooutbox.aws.ConfigException if a target cannot be used as configured
   */
  public static RelayService start(RelayConfig config, ServiceSettings settings) {
    return start(config, settings, KclClients.open());
  }

  static RelayService start(RelayConfig config, ServiceSettings settings, KclClients clients) {
    Worker.prepareJvm();
    return new RelayService(Running.start(config, settings, clients));
  }

  /** Shards that this worker relays now. */
  public Set<String> shards() {
    return running.shards();
  }

  /** Completes when the worker has ended: exceptionally, if not because it was stopped. */
  public CompletionStage<Void> ended() {
    return running.ended();
  }

  /**
   * Takes nothing more, finishes what is in flight, checkpoints, and gives the leases back.
   *
   * @param limit returns after this much time in any case; what is unfinished then is published by
   *     the next worker, maybe for the second time
   * @return whether all of that was done in time
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
