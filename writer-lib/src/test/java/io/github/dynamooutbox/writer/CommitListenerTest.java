package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.micrometer.MicrometerCommitListener;
import io.github.dynamooutbox.writer.otel.OpenTelemetryCommitListener;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.metrics.MeterProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

class CommitListenerTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final List<Report> reports = new ArrayList<>();

  private OutboxTransaction order(CommitListener listener) {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .sleeper(pause -> {})
        .listener(listener)
        .build()
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"));
  }

  @Test
  void reportsAttemptsConflictsThrottlesAndSize() {
    dynamoDb.failNext(
        FakeDynamoDb.cancelled("TransactionConflict"),
        FakeDynamoDb.throttled(),
        FakeDynamoDb.cancelled("ThrottlingError"));

    order(reports::add).commit();

    Report report = reports.get(0);
    assertThat(report.ending()).isEqualTo(Ending.COMMITTED);
    assertThat(report.requests()).isEqualTo(4);
    assertThat(report.conflicts()).isEqualTo(1);
    assertThat(report.throttles()).isEqualTo(2);
    assertThat(report.bytes()).isBetween(200L, 900L);
    assertThat(report.latency()).isPositive();
  }

  @Test
  void reportsHowACommitEndsOnce() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed"));
    assertThat(catchThrowable(() -> order(reports::add).commit())).isNotNull();
    dynamoDb.failNext(ApiCallTimeoutException.create(1));
    assertThat(catchThrowable(() -> order(reports::add).commit())).isNotNull();

    assertThat(reports).extracting(Report::ending).containsExactly(Ending.REFUSED, Ending.UNKNOWN);
  }

  @Test
  void micrometerRecordsReports() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    dynamoDb.failNext(FakeDynamoDb.cancelled("TransactionConflict"));

    order(new MicrometerCommitListener(registry)).commit();

    assertThat(registry.get("outbox.commit").tag("ending", "committed").timer().count()).isOne();
    assertThat(registry.get("outbox.commit.requests").counter().count()).isEqualTo(2);
    assertThat(registry.get("outbox.commit.conflicts").counter().count()).isEqualTo(1);
  }

  @Test
  void openTelemetryTakesReports() {
    CommitListener listener =
        new OpenTelemetryCommitListener(MeterProvider.noop().get("dynamo-outbox"));
    listener.committed(new Report(Ending.COMMITTED, 1, 0, 0, Duration.ofMillis(5), 500));
    assertThat(order(listener).commit().eventIds()).hasSize(1);
  }
}
