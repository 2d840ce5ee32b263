package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.micrometer.MicrometerCommitListener;
import io.github.dynamooutbox.writer.otel.OpenTelemetryCommitListener;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
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
        .nanoTime(() -> 1_000_000_000L * dynamoDb.requests.size())
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

    assertThat(reports)
        .containsExactly(
            new Report(
                Ending.COMMITTED,
                4,
                1,
                2,
                Duration.ofSeconds(4),
                bytesOfTheRequest(),
                "orders",
                "/s"));
  }

  /** Its items, and the record's condition with the name of the key. */
  private long bytesOfTheRequest() {
    return dynamoDb.request().transactItems().stream()
            .mapToLong(item -> RecordSize.of(new SdkItem(item.put().item())))
            .sum()
        + "attribute_not_exists(#key)".length()
        + "PK".length();
  }

  @Test
  void reportsHowACommitEndsOnce() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed"));
    assertThat(catchThrowable(() -> order(reports::add).commit()))
        .isInstanceOf(ConditionFailedException.class);
    dynamoDb.failWith(ApiCallTimeoutException.create(1));
    assertThat(catchThrowable(() -> order(reports::add).commit()))
        .isInstanceOf(CommitOutcomeUnknownException.class);

    assertThat(reports).extracting(Report::ending).containsExactly(Ending.REFUSED, Ending.UNKNOWN);
  }

  private static final Report REPORT =
      new Report(Ending.REPEATED, 5, 2, 3, Duration.ofMillis(1500), 700, "t", "/s");

  @Test
  void micrometerRecordsAllOfAReport() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    CommitListener listener = new MicrometerCommitListener(registry);

    listener.committed(REPORT);
    listener.committed(REPORT);

    assertThat(
            registry.getMeters().stream()
                .map(
                    meter ->
                        meter.getId().getName()
                            + meter.getId().getTags()
                            + StreamSupport.stream(meter.measure().spliterator(), false)
                                .map(
                                    measured -> measured.getStatistic() + "=" + measured.getValue())
                                .toList()))
        .containsExactlyInAnyOrder(
            "outbox.commit[tag(ending=repeated), tag(source=/s), tag(table=t)][COUNT=2.0,"
                + " TOTAL_TIME=3.0, MAX=1.5]",
            "outbox.commit.requests[tag(source=/s), tag(table=t)][COUNT=10.0]",
            "outbox.commit.conflicts[tag(source=/s), tag(table=t)][COUNT=4.0]",
            "outbox.commit.throttles[tag(source=/s), tag(table=t)][COUNT=6.0]",
            "outbox.commit.bytes[tag(source=/s), tag(table=t)][COUNT=2.0, TOTAL=1400.0,"
                + " MAX=700.0]");
  }

  @Test
  void openTelemetryRecordsAllOfAReport() {
    RecordingMeter recording = new RecordingMeter();

    new OpenTelemetryCommitListener(recording.meter()).committed(REPORT);

    assertThat(recording.records)
        .containsExactlyInAnyOrder(
            ".histogramBuilder(outbox.commit.duration).setUnit(s).build() 1.5"
                + " {outbox.ending=\"repeated\", outbox.source=\"/s\", outbox.table=\"t\"}",
            ".histogramBuilder(outbox.commit.size).setUnit(By).ofLongs().build() 700"
                + " {outbox.source=\"/s\", outbox.table=\"t\"}",
            ".counterBuilder(outbox.commit.requests).build() 5 {outbox.source=\"/s\","
                + " outbox.table=\"t\"}",
            ".counterBuilder(outbox.commit.conflicts).build() 2 {outbox.source=\"/s\","
                + " outbox.table=\"t\"}",
            ".counterBuilder(outbox.commit.throttles).build() 3 {outbox.source=\"/s\","
                + " outbox.table=\"t\"}");
  }

  /** A meter whose instruments keep all that is recorded, with all that they were built with. */
  private static final class RecordingMeter {
    /** An instrument and one record: {@code histogramBuilder(a).setUnit(s).build() 0.5 {...}}. */
    final List<String> records = new ArrayList<>();

    Meter meter() {
      return proxy(Meter.class, "");
    }

    private <T> T proxy(Class<T> type, String built) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> answer(method, arguments, built)));
    }

    private Object answer(Method method, Object[] arguments, String built) {
      if (method.getReturnType() == void.class) {
        Object attributes = arguments.length > 1 ? arguments[1] : Attributes.empty();
        records.add(built + " " + arguments[0] + " " + attributes);
        return null;
      }
      String argument = arguments == null ? "" : arguments[0].toString();
      return proxy(method.getReturnType(), built + "." + method.getName() + "(" + argument + ")");
    }
  }
}
