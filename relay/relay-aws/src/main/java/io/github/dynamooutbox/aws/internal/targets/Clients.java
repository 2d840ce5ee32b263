package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.AbortableHttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;
import software.amazon.awssdk.utils.ThreadFactoryBuilder;

/**
 * The SDK clients, each built when it is first asked for, over one HTTP client. They do not retry:
 * the relay does, and an SDK's retry would hide from it what happened. Thread-safe.
 */
public final class Clients implements AutoCloseable {
  /** The socket times out later than the call's timer, whose failure says why the call ended. */
  private static final Duration TIMER_FIRST = Duration.ofSeconds(1);

  private static final Duration MAX_CONNECT = Duration.ofSeconds(2);

  /** Opened as needed. What really bounds them is the executor that runs the calls. */
  private static final int MAX_CONNECTIONS = 512;

  /** More than one, because a thread that aborts a request may block on its connection. */
  private static final int TIMER_THREADS = 2;

  private final Duration callTimeout;
  private final Consumer<AwsClientBuilder<?, ?>> environment;
  private final SdkHttpClient http;
  private final ScheduledThreadPoolExecutor timers = timers();
  // Guarded by this.
  private final Map<Class<?>, SdkAutoCloseable> built = new HashMap<>();

  /**
   * Takes region, credentials and endpoint from the environment, as every SDK client does.
   *
   * @param callTimeout limit for a whole call, from start to end
   */
  public Clients(Duration callTimeout) {
    this(callTimeout, builder -> {});
  }

  /**
   * The same over the caller's own HTTP client, which is closed with these clients.
   *
   * @param callTimeout limit for a whole call, from start to end
   */
  public Clients(Duration callTimeout, SdkHttpClient http) {
    this(callTimeout, http, builder -> {});
  }

  /**
   * Opens the HTTP client.
   *
   * @param environment sets region, credentials and endpoint
   */
  Clients(Duration callTimeout, Consumer<AwsClientBuilder<?, ?>> environment) {
    this(callTimeout, http(callTimeout), environment);
  }

  private Clients(
      Duration callTimeout, SdkHttpClient http, Consumer<AwsClientBuilder<?, ?>> environment) {
    this.callTimeout = callTimeout;
    this.environment = environment;
    this.http = new AbortableHttpClient(http);
  }

  private static SdkHttpClient http(Duration callTimeout) {
    Duration connect = callTimeout.compareTo(MAX_CONNECT) < 0 ? callTimeout : MAX_CONNECT;
    return ApacheHttpClient.builder()
        .maxConnections(MAX_CONNECTIONS)
        .connectionTimeout(connect)
        .connectionAcquisitionTimeout(callTimeout)
        .socketTimeout(callTimeout.plus(TIMER_FIRST))
        .build();
  }

  /**
   * Unlike the SDK's own timers, these let go of a call that has ended. The SDK's keep its request,
   * body included, in memory until the timeout.
   */
  private static ScheduledThreadPoolExecutor timers() {
    ThreadFactory threads = new ThreadFactoryBuilder().threadNamePrefix("outbox-timeout").build();
    ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(TIMER_THREADS, threads);
    timers.setRemoveOnCancelPolicy(true);
    return timers;
  }

  /**
   * The client of a service.
   *
   * @param type the client's interface
   * @param builder makes the client's builder
   */
  public synchronized <
          C extends SdkAutoCloseable, B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>>
      C get(Class<C> type, Supplier<B> builder) {
    return type.cast(built.computeIfAbsent(type, any -> configured(builder.get()).build()));
  }

  private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
      B builder) {
    environment.accept(builder);
    return builder
        .httpClient(http)
        .overrideConfiguration(
            settings ->
                settings
                    .retryStrategy(AwsRetryStrategy.doNotRetry())
                    .scheduledExecutorService(timers)
                    .apiCallTimeout(callTimeout));
  }

  /** The number of calls that a timer watches. */
  int timed() {
    return timers.getQueue().size();
  }

  @Override
  public synchronized void close() {
    built.values().forEach(SdkAutoCloseable::close);
    http.close();
    timers.shutdownNow();
  }
}
