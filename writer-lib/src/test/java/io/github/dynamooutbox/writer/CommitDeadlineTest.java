package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class CommitDeadlineTest {
  private final ThrottlingHttp http = new ThrottlingHttp();
  private final FakeDynamoDb fake = new FakeDynamoDb();
  private final AtomicLong nanos = new AtomicLong();

  private DynamoDbClient client(ClientOverrideConfiguration.Builder configuration) {
    return DynamoDbClient.builder()
        .region(Region.EU_CENTRAL_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("canned", "canned")))
        .httpClient(http)
        .overrideConfiguration(configuration.build())
        .build();
  }

  private static OutboxTransaction order(Outbox outbox) {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(1), Event.of("OrderPlaced", 1));
  }

  @Test
  void whatTheSdkSentAgainCountsAsAttempts() {
    DynamoDbClient client =
        client(
            ClientOverrideConfiguration.builder()
                .retryStrategy(
                    StandardRetryStrategy.builder()
                        .maxAttempts(3)
                        .retryOnException(failure -> true)
                        .backoffStrategy(BackoffStrategy.retryImmediately())
                        .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
                        .build()));
    Outbox outbox =
        Outbox.builder(client)
            .table("orders")
            .source("/s")
            .sleeper(pause -> {})
            .commitTimeout(Duration.ofMinutes(1))
            .build();

    CommitThrottledException e =
        catchThrowableOfType(CommitThrottledException.class, () -> order(outbox).commit());

    assertThat(http.requests).as("8 attempts, in calls of 3 requests").hasValue(9);
    assertThat(e.attempts()).isEqualTo(9);
    assertThat(e.outcome()).isEqualTo(CommitOutcome.UNKNOWN);
  }

  @Test
  @Timeout(20)
  void sdkThatGoesOnRetryingIsStoppedByTheDeadline() {
    Outbox outbox =
        Outbox.builder(client(ClientOverrideConfiguration.builder()))
            .table("orders")
            .source("/s")
            .commitTimeout(Duration.ofMinutes(1))
            .build();
    long start = System.nanoTime();

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> order(outbox).timeout(Duration.ofMillis(200)).commit())
        .withMessageContaining("ApiCallTimeoutException");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void noAttemptBeginsAfterTheDeadline() {
    fake.failWith(FakeDynamoDb.cancelled("TransactionConflict"));
    Outbox outbox =
        Outbox.builder(fake)
            .table("orders")
            .source("/s")
            .retry(new CommitRetry(100, Duration.ofSeconds(1), Duration.ofSeconds(1)))
            .random(() -> Long.MAX_VALUE)
            .nanoTime(nanos::get)
            .sleeper(pause -> nanos.addAndGet(Math.max(pause.toNanos(), 900_000_000L)))
            .build();

    assertThatExceptionOfType(CommitConflictException.class)
        .isThrownBy(() -> order(outbox).commit())
        .satisfies(e -> assertThat(e.attempts()).isEqualTo(fake.requests.size()))
        .withMessageStartingWith("in conflict with other transactions at the last of ");

    assertThat(Duration.ofNanos(nanos.get())).isLessThan(Duration.ofSeconds(10));
    assertThat(fake.requests).hasSizeBetween(10, 12);
    assertThat(fake.request().overrideConfiguration().orElseThrow().apiCallTimeout().orElseThrow())
        .as("the last request has only what is left")
        .isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void requestsHaveTheDefaultTimeoutTheCommitsOrTheClients() {
    Outbox outbox = Outbox.builder(fake).table("orders").source("/s").build();
    order(outbox).commit();
    assertThat(timeout()).isEqualTo(Duration.ofSeconds(10));
    order(outbox).timeout(Duration.ofSeconds(3)).commit();
    assertThat(timeout()).isEqualTo(Duration.ofSeconds(3));
  }

  private Duration timeout() {
    return fake.request().overrideConfiguration().orElseThrow().apiCallTimeout().orElseThrow();
  }

  @Test
  void timeoutStaysWithinTheTokensTenMinutes() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(
            () ->
                Outbox.builder(fake)
                    .table("orders")
                    .source("/s")
                    .commitTimeout(Duration.ofMinutes(6))
                    .build())
        .withMessageContaining("the timeout of commits is 6 min; it must be positive and at most");
    Outbox outbox = Outbox.builder(fake).table("orders").source("/s").build();
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.transaction().timeout(Duration.ZERO))
        .withMessage("the timeout of the commit is 0 s; it must be positive and at most 5 min");
  }

  /** Below the real SDK: every request is throttled. */
  private static final class ThrottlingHttp implements SdkHttpClient {
    final AtomicInteger requests = new AtomicInteger();

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() {
          requests.incrementAndGet();
          byte[] body =
              "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\"}"
                  .getBytes(StandardCharsets.UTF_8);
          return HttpExecuteResponse.builder()
              .response(
                  SdkHttpFullResponse.builder()
                      .statusCode(400)
                      .putHeader("Content-Type", "application/x-amz-json-1.0")
                      .build())
              .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {}
  }
}
