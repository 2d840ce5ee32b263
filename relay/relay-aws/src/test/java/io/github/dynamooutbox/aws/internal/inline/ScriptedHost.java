package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Lends a thread and a clock, and no client. */
final class ScriptedHost implements TargetHost {
  final SettableClock clock = new SettableClock(Instant.now());
  Executor executor = Runnable::run;
  Duration callTimeout = Duration.ofSeconds(10);

  @Override
  public String table() {
    return "orders";
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Duration callTimeout() {
    return callTimeout;
  }

  @Override
  public <C extends SdkAutoCloseable, B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
      C client(Class<C> type, Supplier<B> builder) {
    throw new UnsupportedOperationException(type.getName());
  }

  @Override
  public <E extends Entry> CompletableFuture<BatchOutcome> call(
      List<E> entries, BlockingRequest<E> request) {
    throw new UnsupportedOperationException("a call");
  }

  /** Where payloads are. */
  static final class ScriptedPlace implements PayloadFetcher {
    final Map<String, byte[]> objects = new HashMap<>();
    final List<String> fetched = Collections.synchronizedList(new ArrayList<>());
    Runnable onFetch = () -> {};
    @Nullable IOException failure;
    final Map<String, RuntimeException> faults = new HashMap<>();

    @Override
    public boolean fetchesFrom(String uri) {
      return uri.startsWith("s3://");
    }

    @Override
    public Optional<byte[]> fetch(Payload.Reference reference, TargetHost host) throws IOException {
      fetched.add(reference.uri());
      onFetch.run();
      RuntimeException fault = faults.get(reference.uri());
      if (fault != null) {
        throw fault;
      }
      IOException fails = failure;
      if (fails != null) {
        throw fails;
      }
      return Optional.ofNullable(objects.get(reference.uri()));
    }
  }
}
