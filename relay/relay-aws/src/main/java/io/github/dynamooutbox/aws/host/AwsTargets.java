package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelaySettings;
import io.github.dynamooutbox.aws.internal.targets.Clients;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * The configured targets with their SDK clients. Clients are built once, for the services in use
 * only, over one HTTP client; they take region, credentials and endpoint from the environment as
 * every SDK client does ({@code AWS_REGION}, {@code AWS_ENDPOINT_URL}), do not retry, and end each
 * call after {@link RelaySettings#callTimeout()}. Thread-safe.
 */
public final class AwsTargets implements AutoCloseable {
  private final Clients clients;
  private final List<OpenTarget<?>> targets;

  private AwsTargets(Clients clients, List<OpenTarget<?>> targets) {
    this.clients = clients;
    this.targets = List.copyOf(targets);
  }

  /**
   * Builds clients and targets. Sends nothing.
   *
   * @param executor runs the blocking calls, up to {@link #threads} at the same time. The caller
   *     shuts it down after closing the targets
   * @param clock determines when a bus has to be verified again
   * @throws ConfigException if a target's resource, such as the ARN of a topic, is not known yet
   */
  public static AwsTargets open(RelayConfig config, Executor executor, InstantSource clock) {
    Clients clients = new Clients(config.relay().callTimeout());
    return open(config, clients, executor, clock, target -> true);
  }

  /**
   * The same for a rehearsal, over an HTTP client of the caller's that has no network. Targets with
   * clients of their own are not opened: every attempt to send to them ends in a retry.
   *
   * @param http closed with the targets
   */
  public static AwsTargets rehearsal(
      RelayConfig config, Executor executor, InstantSource clock, SdkHttpClient http) {
    Clients clients = new Clients(config.relay().callTimeout(), http);
    return open(config, clients, executor, clock, TargetConfig::usesOnlyClientsOfTheHost);
  }

  private static AwsTargets open(
      RelayConfig config,
      Clients clients,
      Executor executor,
      InstantSource clock,
      Predicate<TargetConfig> isOpened) {
    SharedParts host =
        new SharedParts(
            config.table().name(), clients, executor, clock, config.relay().callTimeout());
    List<OpenTarget<?>> opened = new ArrayList<>();
    try {
      requireResolved(config);
      for (TargetConfig target : config.targets()) {
        opened.add(
            isOpened.test(target)
                ? target.open(host)
                : new UnopenedTarget(target.name(), target.limits()));
      }
      return new AwsTargets(clients, opened);
    } catch (RuntimeException e) {
      opened.forEach(OpenTarget::close);
      clients.close();
      throw e;
    }
  }

  /** Maximum number of concurrent calls of one shard, to all targets together. */
  public static int threads(RelayConfig config) {
    return config.targets().stream().mapToInt(TargetConfig::threads).sum();
  }

  /** The targets, in the order of the document. */
  public List<Target<?>> all() {
    return List.copyOf(targets);
  }

  /** Closes the targets and the clients. Requests in flight fail. */
  @Override
  public void close() {
    targets.forEach(OpenTarget::close);
    clients.close();
  }

  private static void requireResolved(RelayConfig config) {
    List<String> problems =
        config.targets().stream()
            .flatMap(
                target ->
                    target.unresolved().stream()
                        .map(problem -> "targets.%s.%s".formatted(target.name(), problem)))
            .toList();
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
