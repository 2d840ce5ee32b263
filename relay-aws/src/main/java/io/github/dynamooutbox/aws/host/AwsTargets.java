package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.ConfigException;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.RelaySettings;
import io.github.dynamooutbox.aws.TargetConfig;
import io.github.dynamooutbox.aws.internal.target.Clients;
import io.github.dynamooutbox.aws.internal.target.EventBridgeTarget;
import io.github.dynamooutbox.aws.internal.target.KinesisTarget;
import io.github.dynamooutbox.aws.internal.target.SnsTarget;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
   * @param executor runs the blocking calls, {@link #threads} at once. The caller shuts it down
   *     after closing the targets
   * @param clock determines when a bus has to be verified again
   * @throws ConfigException if the ARN of a topic is missing
   */
  public static AwsTargets open(RelayConfig config, Executor executor, InstantSource clock) {
    return open(config, new Clients(config.relay().callTimeout()), executor, clock);
  }

  /**
   * The same with an HTTP client of the caller, for example one that uses a proxy. It is closed
   * with the targets.
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

  /** Concurrent requests that one shard can have, for all targets together. */
  public static int threads(RelayConfig config) {
    return config.targets().stream()
        .mapToInt(target -> target.sending().limits().maxInFlight())
        .sum();
  }

  /** The targets, in the order of the document. */
  public List<Target<?>> all() {
    return targets;
  }

  /** Closes the clients. Requests in flight fail. */
  @Override
  public void close() {
    clients.close();
  }

  private static Target<?> target(
      TargetConfig config, Clients clients, Executor executor, InstantSource clock) {
    return config.<Target<?>>fold(
        bus ->
            new EventBridgeTarget(
                bus.name(), bus.bus(), bus.sending(), clients.eventBridge(), executor, clock),
        topic ->
            new SnsTarget(topic.name(), topic.topic(), topic.sending(), clients.sns(), executor),
        stream ->
            new KinesisTarget(
                stream.name(), stream.stream(), stream.sending(), clients.kinesis(), executor));
  }

  private static void requireArns(RelayConfig config) {
    List<String> problems =
        config.targets().stream()
            .flatMap(
                target ->
                    target
                        .<Optional<String>>fold(
                            bus -> Optional.empty(),
                            AwsTargets::missingArn,
                            stream -> Optional.empty())
                        .stream())
            .toList();
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  private static Optional<String> missingArn(TargetConfig.Sns topic) {
    return topic.resolved()
        ? Optional.empty()
        : Optional.of(
            "targets.%s.topicArn: is missing: SNS publishes by ARN only, topicName \"%s\" is not enough"
                .formatted(topic.name(), topic.topic()));
  }
}
