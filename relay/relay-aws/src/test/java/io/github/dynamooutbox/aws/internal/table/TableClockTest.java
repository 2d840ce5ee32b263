package io.github.dynamooutbox.aws.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class TableClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00.400Z");

  private Instant now = START;

  @ParameterizedTest
  @ValueSource(longs = {-600_000, -1_500, -300, 0, 300, 1_500, 600_000, 86_400_000})
  void differsFromDynamoDbByNoMoreThanASecondAndTheTimeOfAnAnswer(long millisOff) {
    Duration off = Duration.ofMillis(millisOff);
    TableClock clock = new TableClock(() -> now.plus(off));
    Random random = new Random(millisOff);
    for (int i = 0; i < 100; i++) {
      Instant sent = now;
      now = now.plusMillis(1 + random.nextInt(40));
      Instant made = now;
      now = now.plusMillis(1 + random.nextInt(40));
      clock.answered(sent.plus(off), now.plus(off), Instant.ofEpochSecond(made.getEpochSecond()));

      assertThat(Duration.between(now, clock.instant()).abs())
          .isLessThan(Duration.ofMillis(1_000 + 80));
      now = now.plusMillis(random.nextInt(5_000));
    }
  }

  @Test
  void aClockThatIsRightIsLeftAlone() {
    TableClock clock = new TableClock(() -> now);
    for (int i = 0; i < 1_000; i++) {
      now = now.plusMillis(37);
      clock.answered(now.minusMillis(5), now, Instant.ofEpochSecond(now.getEpochSecond()));
    }
    assertThat(clock.instant()).isEqualTo(now);
  }

  /** A redrive's times, keys and metrics are calculated from it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClockAtTheEndOfItsRangeIsCorrectedAsWell(boolean isLast) {
    TableClock clock = new TableClock(() -> isLast ? Instant.MAX : Instant.MIN);
    assertThat(clock.instant().plus(Duration.ofDays(1)).minus(Duration.ofDays(2)))
        .isBetween(Instant.parse("1969-12-31T00:00:00Z"), Instant.parse("9999-12-31T00:00:00Z"));
    listTables(clock);
    assertThat(Duration.between(now, clock.instant()).abs()).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void readsTheDateOfAnswers() {
    AtomicReference<Duration> off = new AtomicReference<>();
    TableClock clock = new TableClock(() -> now.plus(off.get()));
    for (int minutes : List.of(10, -10)) {
      off.set(Duration.ofMinutes(minutes));
      now = now.plusSeconds(90);
      listTables(clock);
      assertThat(Duration.between(now, clock.instant()).abs()).isLessThan(Duration.ofSeconds(1));
    }
  }

  private void listTables(TableClock clock) {
    try (DynamoDbClient client =
        DynamoDbClient.builder()
            .region(Region.EU_CENTRAL_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .endpointOverride(URI.create("http://127.0.0.1:1"))
            .httpClient(new Dated())
            .overrideConfiguration(settings -> settings.addExecutionInterceptor(clock))
            .build()) {
      client.listTables();
    }
  }

  /** Answers that have a date, and nothing else. */
  private final class Dated implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() {
          String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC));
          return HttpExecuteResponse.builder()
              .response(
                  SdkHttpResponse.builder()
                      .statusCode(200)
                      .putHeader("Date", date)
                      .putHeader("Content-Type", "application/x-amz-json-1.0")
                      .build())
              .responseBody(
                  AbortableInputStream.create(
                      new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8))))
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
