package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Lends threads and the system's clock to a target that has its client already. */
record LentHost(Executor executor) implements TargetHost {
  @Override
  public String table() {
    return "orders";
  }

  @Override
  public InstantSource clock() {
    return InstantSource.system();
  }

  @Override
  public Duration callTimeout() {
    return Duration.ofSeconds(10);
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
