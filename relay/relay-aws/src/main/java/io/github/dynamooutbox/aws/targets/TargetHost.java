package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** What the host of a relay lends to its targets, and closes after them. Thread-safe. */
public interface TargetHost {
  /**
   * A request that blocks until its answer arrives.
   *
   * @param <E> the form in which the target sends an event
   */
  @FunctionalInterface
  interface BlockingRequest<E extends Entry> {
    /**
     * Sends the request. An {@link software.amazon.awssdk.core.exception.SdkException} that it
     * throws becomes an outcome: what may be a fault of the environment is retried, and another
     * client error refuses the request.
     *
     * @throws IOException if there was no answer; its message, without payload, becomes the retry's
     *     message
     * @throws InterruptedException if the call was cancelled
     */
    BatchOutcome send(List<E> entries) throws IOException, InterruptedException;
  }

  /**
   * The name of the table whose records are published, as configured. Several tables' relays may
   * publish to one target; together with a record's key it tells their records apart.
   */
  String table();

  /** Threads for blocking calls: for each target as many as {@link TargetConfig#threads} says. */
  Executor executor();

  /** The clock, for what has to be repeated after some time. */
  InstantSource clock();

  /** How long a request may take from start to end. */
  Duration callTimeout();

  /**
   * An SDK client over the HTTP client that all targets share. It takes region, credentials and
   * endpoint from the environment, does not retry, and ends each call after {@link #callTimeout}.
   * Built when it is first asked for; targets of the same kind share it. The host closes it.
   *
   * @param type the client's interface
   * @param builder makes the client's builder, for example {@code SqsClient::builder}
   */
  <C extends SdkAutoCloseable, B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
      C client(Class<C> type, Supplier<B> builder);

  /**
   * Makes a blocking request on one of the {@link #executor}'s threads. Cancelling the future
   * aborts the request: the connection of a {@link #client} is closed, and the thread is
   * interrupted.
   */
  <E extends Entry> CompletableFuture<BatchOutcome> call(
      List<E> entries, BlockingRequest<E> request);
}
