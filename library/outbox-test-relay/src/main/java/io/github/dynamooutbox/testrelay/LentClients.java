package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * What a target borrows in a test.
 *
 * @param table the table whose records are published, by whose name FIFO targets tell events apart
 * @param clients returns the client of a type
 */
record LentClients(String table, Executor executor, Function<Class<?>, Object> clients)
    implements TargetHost {
  @Override
  public InstantSource clock() {
    return InstantSource.system();
  }

  @Override
  public Duration callTimeout() {
    return Duration.ofSeconds(60);
  }

  @Override
  public <C extends SdkAutoCloseable, B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
      C client(Class<C> type, Supplier<B> builder) {
    return type.cast(clients.apply(type));
  }

  @Override
  public <E extends Entry> CompletableFuture<BatchOutcome> call(
      List<E> entries, BlockingRequest<E> request) {
    throw new UnsupportedOperationException("a request without a client of the host");
  }
}
