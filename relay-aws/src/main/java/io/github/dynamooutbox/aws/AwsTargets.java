package io.github.dynamooutbox.aws;

import io.github.dynamooutbox.aws.internal.target.Clients;
import io.github.dynamooutbox.aws.internal.target.EventBridgeTarget;
import io.github.dynamooutbox.aws.internal.target.KinesisTarget;
import io.github.dynamooutbox.aws.internal.target.SnsTarget;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * The configured targets with the SDK clients behind them. Clients are built once, for the services
 * in use only, over one HTTP client; they take region, credentials and endpoint from the
 * environment as every SDK client does ({@code AWS_REGION}, {@code AWS_ENDPOINT_URL}), do not
 * retry, and end each call after {@link RelaySettings#callTimeout()}. Thread-safe.
 */
public final class AwsTargets implements AutoCloseable {
  private final Clients clients;
  private final List<Target<?>> targets;

  private AwsTargets(Clients clients, List<Target<?>> targets) {
    this.clients = clients;
    this.targets = List.copyOf(targets);
  }

  /**
   * Builds clients and targets. Sends nothing.
   *
   * @param executor runs the blocking calls; {@link #threads} says how many at once make sense. The
   *     caller ends it after closing the targets
   * @param clock says when a bus has to be verified again
   * @throws ConfigException if a topic is named but its ARN is not given
   */
  public static AwsTargets open(RelayConfig config, Executor executor, InstantSource clock) {
    return open(config, new Clients(config.relay().callTimeout()), executor, clock);
  }

  /**
   * The same over an HTTP client of the caller's, for example one that goes through a proxy. It is
   * closed with the targets.
   */
  public static AwsTargets open(
      RelayConfig config, Executor executor, InstantSource clock, SdkHttpClient http) {
    return open(config, new Clients(config.relay().callTimeout(), http), executor, clock);
  }

  private static AwsTargets open(
      RelayConfig config, Clients clients, Executor executor, InstantSource clock) {
    try {
      requireArns(config);
      List<Target<?>> targets = new ArrayList<>();
      for (TargetConfig target : config.targets()) {
        targets.add(target(target, clients, executor, clock));
      }
      return new AwsTargets(clients, targets);
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** Requests that one shard can have under way at the same time, over all targets. */
  public static int threads(RelayConfig config) {
    return config.targets().stream()
        .mapToInt(target -> target.sending().limits().maxInFlight())
        .sum();
  }

  /** The targets, in the document's order. */
  public List<Target<?>> all() {
    return targets;
  }

  /** Closes the clients. Requests that are under way fail. */
  @Override
  public void close() {
    clients.close();
  }

  private static Target<?> target(
      TargetConfig config, Clients clients, Executor executor, InstantSource clock) {
    if (config instanceof TargetConfig.EventBridge bus) {
      return new EventBridgeTarget(
          bus.name(), bus.bus(), bus.sending(), clients.eventBridge(), executor, clock);
    }
    if (config instanceof TargetConfig.Sns topic) {
      return new SnsTarget(topic.name(), topic.topic(), topic.sending(), clients.sns(), executor);
    }
    TargetConfig.Kinesis stream = (TargetConfig.Kinesis) config;
    return new KinesisTarget(
        stream.name(), stream.stream(), stream.sending(), clients.kinesis(), executor);
  }

  private static void requireArns(RelayConfig config) {
    List<String> problems = new ArrayList<>();
    for (TargetConfig target : config.targets()) {
      if (target instanceof TargetConfig.Sns sns && !sns.resolved()) {
        problems.add(
            "targets.%s.topicArn: is missing: SNS publishes by ARN only, topicName \"%s\" is not enough"
                .formatted(sns.name(), sns.topic()));
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
