package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
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
}
