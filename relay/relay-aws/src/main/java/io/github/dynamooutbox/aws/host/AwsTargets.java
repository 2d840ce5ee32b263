package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelaySettings;
import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.internal.targets.Clients;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

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

  /** What all targets of a relay share. */
  private record SharedParts(
      String table, Clients clients, Executor executor, InstantSource clock, Duration callTimeout)
      implements TargetHost {
    @Override
    public <
            C extends SdkAutoCloseable,
            B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
        C client(Class<C> type, Supplier<B> builder) {
      return clients.get(type, builder);
    }

    @Override
    public <E extends Entry> CompletableFuture<BatchOutcome> call(
        List<E> entries, BlockingRequest<E> request) {
      List<E> batch = List.copyOf(entries);
      return BlockingCall.start(() -> attempt(batch, request), executor);
    }

    private static <E extends Entry> BatchOutcome attempt(
        List<E> entries, BlockingRequest<E> request) throws InterruptedException {
      try {
        return request.send(entries);
      } catch (SdkException e) {
        return RequestErrors.outcome(e, entries.size());
      } catch (IOException e) {
        return BatchOutcome.all(
            entries.size(),
            new PublishOutcome.Retry(e.getClass().getSimpleName(), String.valueOf(e.getMessage())));
      }
    }
  }

  /** Stands in, during a rehearsal, for a target that would really send. */
  private record UnopenedTarget(String name, BatchLimits limits)
      implements OpenTarget<UnopenedTarget.Nothing> {
    /** A placeholder for what would be sent. */
    record Nothing() implements Entry {
      @Override
      public int bytes() {
        return 1;
      }
    }

    @Override
    public boolean ordered() {
      return false;
    }

    @Override
    public Prepared<Nothing> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Nothing());
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Nothing> entries) {
      return CompletableFuture.completedFuture(
          BatchOutcome.all(
              entries.size(),
              new PublishOutcome.Retry("NotOpen", "nothing is sent in a rehearsal")));
    }

    @Override
    public void close() {
      // Nothing was opened.
    }
  }
}
