package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.lambda.TestRecords;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class InvocationLogTest {
  private static final StreamPosition POSITION = new StreamPosition("100");
  private static final AggregateKey ORDER = new AggregateKey("Order", "42");

  private final LogCapture capture = new LogCapture(RelayLog.class);

  @BeforeEach
  void serveAnInvocation() {
    MDC.put("function_request_id", "request-1");
  }

  @AfterEach
  void tidyUp() {
    MDC.clear();
    capture.close();
  }

  @Test
  void reportsWhereWhyAndWhatToDoWhenTheRelayHalts() {
    log()
        .observe(
            new RelayEvent.Halted(
                POSITION, "MALFORMED", "record Order#42 cannot be read: v: is missing"));

    LogEvent logged = only();
    assertThat(logged.getLevel()).isEqualTo(Level.ERROR);
    assertThat(fields(logged))
        .containsEntry("stream", "orders/stream/1")
        .containsEntry("position", "100")
        .containsEntry("record", "PK=OUTBOX#Order#42 SK=7")
        .containsEntry("reason", "MALFORMED");
    assertThat(logged.getMessage().getFormattedMessage())
        .contains("record Order#42 cannot be read: v: is missing")
        .contains("relay.onPoison");
  }

  @Test
  void reportsAnUnreadableRecordThatIsParked() {
    log()
        .observe(
            new RelayEvent.ParkedUnreadable(
                new ParkedEvent(
                    new Place(
                        new LaneKey(LaneKey.ALL_TARGETS, "Order#42"),
                        POSITION,
                        new RecordKey("OUTBOX#Order#42", "7"),
                        ParkedEvent.WHOLE_RECORD),
                    new Cause(
                        ParkReason.MALFORMED, "MALFORMED", "events: found nothing, expected L"),
                    new Attempts(0, Instant.EPOCH, Instant.EPOCH),
                    Item.builder().put("data", Attribute.string("secret")).build(),
                    Set.of())));

    LogEvent logged = only();
    assertThat(logged.getLevel()).isEqualTo(Level.ERROR);
    assertThat(fields(logged))
        .containsEntry("record", "OUTBOX#Order#42 7")
        .containsEntry("aggregate", "Order#42")
        .containsEntry("position", "100")
        .containsEntry("reason", "MALFORMED");
    assertThat(logged.getMessage().getFormattedMessage())
        .contains("events: found nothing, expected L")
        .doesNotContain("secret");
  }

  @Test
  void logsARetryOnceForEachTargetAndCode() {
    RelayLog log = log();
    for (int i = 0; i < 100; i++) {
      log.observe(
          new RelayEvent.Retried("bus", envelope(), "ThrottlingException", "rate exceeded"));
    }
    log.observe(
        new RelayEvent.Retried("audit", envelope(), "ThrottlingException", "rate exceeded"));

    assertThat(capture.events())
        .extracting(InvocationLogTest::fields)
        .extracting(fields -> fields.get("target"))
        .containsExactly("bus", "audit");
  }

  @Test
  void namesTheEventButNotItsPayload() {
    RelayLog log = log();
    log.observe(new RelayEvent.Rejected("bus", envelope(), "TOO_LARGE", "1 MB, at most 256 KB"));
    log.observe(
        new RelayEvent.Parked(
            "*", envelope(), new Cause(ParkReason.UNROUTABLE, "UNROUTABLE", "no rule matches")));
    log.observe(new RelayEvent.Inverted(ORDER, POSITION));
    log.observe(new RelayEvent.Lost("receipt", 3, "TimeoutException"));

    assertThat(capture.events()).hasSize(4);
    assertThat(fields(capture.events().get(0)))
        .containsEntry("event_id", "42-7")
        .containsEntry("event_type", "OrderPlaced")
        .containsEntry("aggregate", ORDER.toString())
        .containsEntry("code", "TOO_LARGE")
        .containsEntry("position", "100");
    assertThat(fields(capture.events().get(1))).containsEntry("reason", "UNROUTABLE");
    assertThat(capture.events().get(1).getMessage().getFormattedMessage())
        .as("an event that no rule matches is reported nowhere else")
        .endsWith("no rule matches");
    assertThat(capture.events())
        .allSatisfy(
            logged ->
                assertThat(fields(logged) + logged.getMessage().getFormattedMessage())
                    .doesNotContain("secret"));
  }

  @Test
  void carriesTheInvocationsContextToTheRelaysThread() throws InterruptedException {
    RelayLog log = log();
    var relay = new Thread(() -> log.observe(new RelayEvent.Inverted(ORDER, POSITION)));
    relay.start();
    relay.join();

    assertThat(fields(only())).containsEntry("function_request_id", "request-1");
  }

  @Test
  void forgetsTheRecordsWithTheInvocation() {
    InvocationLog invocation = invocation();
    assertThat(invocation.record(POSITION)).contains("PK=OUTBOX#Order#42 SK=7");

    invocation.end();

    assertThat(invocation.record(POSITION)).isEmpty();
    assertThat(invocation.fields()).containsEntry("stream", "orders/stream/1");
  }

  private LogEvent only() {
    assertThat(capture.events()).hasSize(1);
    return capture.events().get(0);
  }

  private static Map<String, String> fields(LogEvent event) {
    return event.getContextData().toMap();
  }

  private static RelayLog log() {
    return new RelayLog(invocation());
  }

  private static InvocationLog invocation() {
    Item keys =
        Item.builder()
            .put("PK", "OUTBOX#Order#42")
            .put("SK", "7")
            .put("odd", Attribute.number(1))
            .build();
    Item twoKeys = Item.builder().put("SK", "7").put("PK", "OUTBOX#Order#42").build();
    InvocationLog invocation = new InvocationLog();
    invocation.begin(
        new StreamEvent(
            "arn:aws:dynamodb:eu-west-1:1:table/orders/stream/1",
            List.of(
                new StreamRecord(
                    new StreamPosition("99"), ChangeType.INSERT, keys, Optional.empty()),
                new StreamRecord(POSITION, ChangeType.INSERT, twoKeys, Optional.empty()))));
    return invocation;
  }

  private static Envelope envelope() {
    return TestRecords.envelope("42", 7, "100");
  }
}
