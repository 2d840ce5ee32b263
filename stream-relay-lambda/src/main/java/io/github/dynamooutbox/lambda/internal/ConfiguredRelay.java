package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.AwsControl;
import io.github.dynamooutbox.aws.AwsTargets;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.RelaySettings;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.ThreadEventLoop;
import io.github.dynamooutbox.relay.lane.Backoff;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A relay as the configuration says, with the clients and threads that it needs. */
public final class ConfiguredRelay implements AutoCloseable {
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
  public static ConfiguredRelay open(RelayConfig config, RelayObserver observer) {
    ExecutorService executor = calls(threads(config));
    AwsTargets targets = AwsTargets.open(config, executor, InstantSource.system());
    ThreadEventLoop loop = new ThreadEventLoop("outbox-relay");
    Optional<AwsControl> control = AwsControl.open(config, executor, InstantSource.system());
    RelayBuilder relay =
        config
            .relayBuilder(targets.all(), loop)
            .backoff(backoff(config.relay().backoff()))
            .observer(observer);
    control.ifPresent(table -> table.equip(relay));
    return new ConfiguredRelay(executor, targets, control, loop, relay.build());
  }

  static int threads(RelayConfig config) {
    return AwsTargets.threads(config) + (config.control().isPresent() ? AwsControl.THREADS : 0);
  }

  public Relay relay() {
    return relay;
  }

  static ExecutorService calls(int threads) {
    return Executors.newFixedThreadPool(
        Math.max(1, threads),
        task -> {
          Thread thread = new Thread(task, "outbox-call");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Seeded from the operating system: the library's generators continue one sequence in every
   * function that starts from the same snapshot, so their retries would come in step.
   */
  private static Backoff backoff(RelaySettings.Backoff settings) {
    return new Backoff(settings.base(), settings.cap(), new Random(new SecureRandom().nextLong()));
  }

  @Override
  public void close() {
    loop.close();
    targets.close();
    control.ifPresent(AwsControl::close);
    executor.shutdownNow();
  }
}
