package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelaySettings;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A relay as configured, with its clients and threads. */
public final class ConfiguredRelay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredRelay.class);

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
   * @param shardsAtOnce number of shards whose calls do not wait for each other
   * @throws io.github.dynamooutbox.aws.config.ConfigException if a target cannot be used as
   *     configured
   */
  public static ConfiguredRelay open(RelayConfig config, RelayObserver observer, int shardsAtOnce) {
    Optional.ofNullable(System.getenv("AWS_REGION"))
        .flatMap(config.relay()::silentIn)
        .ifPresent(silent -> LOG.error("relay.regions: {}", silent));
    ExecutorService executor = CallThreads.open(shardsAtOnce * AwsTargets.threads(config));
    AwsTargets targets = AwsTargets.open(config, executor, InstantSource.system());
    Optional<AwsControl> control =
        AwsControl.open(config, shardsAtOnce * AwsControl.THREADS, InstantSource.system());
    ThreadEventLoop loop = new ThreadEventLoop("outbox-relay");
    RelayBuilder relay =
        config
            .relayBuilder(targets.all(), loop)
            .backoff(backoff(config.relay().backoff()))
            .observer(observer);
    control.ifPresent(table -> table.equip(relay));
    return new ConfiguredRelay(executor, targets, control, loop, relay.build());
  }

  public Relay relay() {
    return relay;
  }

  /** Runs a task on the relay's event loop, after what is waiting there. */
  public void onLoop(Runnable task) {
    loop.execute(task);
  }

  /**
   * Seeded from the operating system: the JDK's generators would continue the same sequence in
   * every function that starts from the same snapshot, and their retries would coincide.
   */
  static Backoff backoff(RelaySettings.Backoff settings) {
    return new Backoff(settings.base(), settings.cap(), new Random(new SecureRandom().nextLong()));
  }

  /** Stops the relay and closes everything that was opened. Requests in flight fail. */
  @Override
  public void close() {
    loop.close();
    targets.close();
    control.ifPresent(AwsControl::close);
    executor.shutdownNow();
  }
}
