package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.aws.internal.call.AbortableHttpClient;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;

/**
 * The SDK clients, each built when it is first asked for, over one HTTP client. They do not retry:
 * the relay does, and an SDK's retry would hide from it what happened. Used by one thread.
 */
public final class Clients implements AutoCloseable {
  private static final Duration MAX_CONNECT = Duration.ofSeconds(2);

  /** Opened as needed. What really bounds them is the executor that runs the calls. */
  private static final int MAX_CONNECTIONS = 512;

  private final Duration callTimeout;
  private final Consumer<AwsClientBuilder<?, ?>> environment;
  private final SdkHttpClient http;
  private @Nullable EventBridgeClient eventBridge;
  private @Nullable SnsClient sns;
  private @Nullable KinesisClient kinesis;

  /**
   * Takes region, credentials and endpoint from the environment, as every SDK client does.
   *
   * @param callTimeout for a call from its beginning to its end
   */
  public Clients(Duration callTimeout) {
    this(callTimeout, builder -> {});
  }

  /**
   * The same over an HTTP client of the caller's, which is closed with the clients.
   *
   * @param callTimeout for a call from its beginning to its end
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
        .socketTimeout(callTimeout)
        .build();
  }

  public EventBridgeClient eventBridge() {
    if (eventBridge == null) {
      eventBridge = configured(EventBridgeClient.builder()).build();
    }
    return eventBridge;
  }

  public SnsClient sns() {
    if (sns == null) {
      sns = configured(SnsClient.builder()).build();
    }
    return sns;
  }

  public KinesisClient kinesis() {
    if (kinesis == null) {
      kinesis = configured(KinesisClient.builder()).build();
    }
    return kinesis;
  }

  private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> B configured(
      B builder) {
    environment.accept(builder);
    return builder
        .httpClient(http)
        .overrideConfiguration(
            settings ->
                settings.retryStrategy(AwsRetryStrategy.doNotRetry()).apiCallTimeout(callTimeout));
  }

  @Override
  public void close() {
    if (eventBridge != null) {
      eventBridge.close();
    }
    if (sns != null) {
      sns.close();
    }
    if (kinesis != null) {
      kinesis.close();
    }
    http.close();
  }
}
