package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.AwsControl;
import io.github.dynamooutbox.aws.AwsTargets;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.ThreadEventLoop;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A relay as the configuration says, with the clients and threads that it needs. */
final class ConfiguredRelay implements AutoCloseable {
  /** Shards whose requests go out without waiting for those of others. */
  private static final int SHARDS_AT_ONCE = 8;

  private final ExecutorService executor;
  private final AwsTargets targets;
  private final Optional<AwsControl> control;
  private final ThreadEventLoop loop;
  private final Relay relay;

  private ConfiguredRelay(
      ExecutorService executor,
      AwsTargets targets,
      Optional<AwsControl> control,
      ThreadEventLoop loop,
      Relay relay) {
    this.executor = executor;
    this.targets = targets;
    this.control = control;
    this.loop = loop;
    this.relay = relay;
  }

  /**
   * Builds clients, threads and relay. Sends nothing.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException if a target cannot be used as configured
   */
  static ConfiguredRelay open(RelayConfig config, RelayObserver observer) {
    ExecutorService executor = calls(SHARDS_AT_ONCE * threadsOfShard(config));
    AwsTargets targets = AwsTargets.open(config, executor, InstantSource.system());
    Optional<AwsControl> control = AwsControl.open(config, executor, InstantSource.system());
    ThreadEventLoop loop = new ThreadEventLoop("outbox-relay");
    RelayBuilder relay = config.relayBuilder(targets.all(), loop).observer(observer);
    control.ifPresent(table -> table.equip(relay));
    return new ConfiguredRelay(executor, targets, control, loop, relay.build());
  }

  private static int threadsOfShard(RelayConfig config) {
    return AwsTargets.threads(config) + (config.control().isPresent() ? AwsControl.THREADS : 0);
  }

  Relay relay() {
    return relay;
  }

  /** Threads that come when needed and go when idle. */
  private static ExecutorService calls(int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            Math.max(1, threads),
            Math.max(1, threads),
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "outbox-call");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  @Override
  public void close() {
    loop.close();
    targets.close();
    control.ifPresent(AwsControl::close);
    executor.shutdownNow();
  }
}
