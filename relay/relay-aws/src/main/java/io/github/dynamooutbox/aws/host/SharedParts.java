package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.internal.targets.Clients;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** What all targets of a relay share. */
record SharedParts(
    String table, Clients clients, Executor executor, InstantSource clock, Duration callTimeout)
    implements TargetHost {
  @Override
  public <C extends SdkAutoCloseable, B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
      C client(Class<C> type, Supplier<B> builder) {
    return clients.get(type, builder);
  }

  @Override
  public <E extends Entry> CompletableFuture<BatchOutcome> call(
      List<E> entries, BlockingRequest<E> request) {
    List<E> batch = List.copyOf(entries);
    return BlockingCall.start(() -> attempt(batch, request), executor);
  }

  private static <E extends Entry> BatchOutcome attempt(List<E> entries, BlockingRequest<E> request)
      throws InterruptedException {
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
