package io.github.dynamooutbox.testrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.writer.Event;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestEventsTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:15:30.120Z");

  private record Placed(String id, int total) {}

  private static TestEvents event(Event event) {
    return TestEvents.of(event)
        .aggregate("Order", "1#\u00e4 \ud83d\ude00")
        .sequence(3, 1, 2)
        .source("/shop/orders")
        .id("e-1")
        .time(NOW)
        .header("channel", "web \u20ac")
        .transaction(it -> it.tenant("t-1").user("u-1").correlationId("c-1").causationId("m-1"));
  }

  static Stream<Named<TestEvents>> events() {
    return Stream.of(
            Named.of("an object", Event.of("OrderPlaced", new Placed("1", 12))),
            Named.of("JSON", Event.ofJson("OrderPlaced", "{\"a\": 1.50, \"b\":\"\u00e4\\u0001\"}")),
            Named.of("null", Event.ofJson("OrderPlaced", "null")),
            Named.of("a long number", Event.ofJson("OrderPlaced", "[123456789012345678901,1e400]")),
            Named.of("nothing", Event.withoutPayload("OrderPlaced")),
            Named.of("text", Event.ofText("OrderPlaced", "a \"quoted\"\nline", "text/plain")),
            Named.of("bytes", Event.ofBytes("OrderPlaced", new byte[] {0, -1, 7}, "image/png")),
            Named.of(
                "a schema",
                Event.ofJson("OrderPlaced", "{}").schema("https://schemas.example/order")))
        .map(named -> Named.of(named.getName(), event(named.getPayload())));
  }

  private static Map<String, ReceivedEvent> read(TestEvents event) {
    Map<String, ReceivedEvent> read = new TreeMap<>();
    read.put("sqs", sqs(event.sqs()));
    read.put("sns raw", sqs(event.snsRaw()));
    read.put("sns wrapped", sqs(event.snsWrapped()));
    read.put(
        "sns to a function", Envelopes.sns(event.snsRaw().body(), event.snsRaw().attributes()));
    read.put("custom bus to a queue", sqs(event.customBus()));
    read.put("custom bus to a function", Envelopes.customBus(event.customBus().body()));
    TestRecord kafka = event.kafka();
    read.put("kafka", Envelopes.kafka(kafka.value(), kafka.headers()));
    return read;
  }

  private static ReceivedEvent sqs(TestMessage message) {
    return Envelopes.sqs(message.body(), message.attributes());
  }

  /** Each attribute and the payload, with its kind. */
  private static void assertIs(TestEvents sent, String way, ReceivedEvent received) {
    var event = sent.committed().event();
    Map<String, String> expected = new TreeMap<>();
    expected.put("specversion", "1.0");
    expected.put("id", "e-1");
    expected.put("source", "/shop/orders");
    expected.put("type", "OrderPlaced");
    expected.put("time", "2026-11-26T10:15:30.120Z");
    expected.put("datacontenttype", event.contentType());
    event.schema().ifPresent(schema -> expected.put("dataschema", schema));
    expected.put("aggregatetype", "Order");
    expected.put("subject", "1#\u00e4 \ud83d\ude00");
    expected.put("partitionkey", "Order#1#\u00e4 \ud83d\ude00");
    expected.put("channel", "web \u20ac");
    expected.put("tenant", "t-1");
    expected.put("user", "u-1");
    expected.put("correlationid", "c-1");
    expected.put("causationid", "m-1");
    Map<String, String> attributes = new TreeMap<>(received.attributes());
    attributes.remove(ReceivedEvent.DELIVERY_TYPE);
    for (String written : new String[] {"sequence", "sequencecount", "committedat", "region"}) {
      attributes.remove(written);
    }
    assertThat(attributes).as(way).isEqualTo(expected);
    assertThat(received.position()).as(way).contains(new EventPosition(3, 1, 2));
    assertThat(received.aggregate())
        .as(way)
        .contains(new AggregateKey("Order", "1#\u00e4 \ud83d\ude00"));
    assertThat(received.data()).as(way).isEqualTo(event.data());
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyFormIsReadAsTheEvent(TestEvents event) {
    read(event).forEach((way, received) -> assertIs(event, way, received));
    assertIs(event, "kinesis", Envelopes.kinesis(event.kinesis().value()));
    assertIs(event, "EventBridge", Envelopes.eventBridge(event.eventBridge().body()));
    assertIs(event, "EventBridge to a queue", sqs(event.eventBridge()));
    assertIs(event, "received", event.received());
    assertThat(event.kinesis().key()).isEqualTo(event.kafka().key()).startsWith("Order#1#");
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyBareFormIsReadAsTheEvent(TestEvents event) {
    read(event.bare()).forEach((way, received) -> assertIs(event, "bare, " + way, received));
  }

  @Test
  void formsAreOneEvent() {
    TestEvents event =
        TestEvents.of("OrderPlaced", new Placed("1", 12)).aggregate("Order", "1").sequence(3);

    assertThat(sqs(event.snsWrapped()).id())
        .isEqualTo(event.received().id())
        .isEqualTo(event.bare().received().id())
        .isNotEqualTo(event.sequence(4).received().id());
    assertThat(event.received().data()).isEqualTo(Payload.of("{\"id\":\"1\",\"total\":12}"));
    assertThat(event.received().isReplay()).isFalse();
  }

  @Test
  void withoutAnAggregateItSaysWhatToCall() {
    assertThatIllegalStateException()
        .isThrownBy(() -> TestEvents.ofJson("OrderPlaced", "{}").sqs())
        .withMessageContaining("call aggregate(type, id)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> event(Event.ofJson("A", "{}")).sequence(1, 2, 2))
        .withMessage("event 2 of 2: the index is from 0, and below the count");
  }

  @Test
  void whatATargetRefusesHasNoForm() {
    TestEvents event = event(Event.ofText("OrderPlaced", "x".repeat(1 << 18), "text/plain"));
    assertThat(event.sqs().body()).hasSizeGreaterThan(1 << 18);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> TestEvents.ofJson("A", "1").aggregate("Order", "1").source("aws.a").eventBridge())
        .withMessageContaining("RESERVED_SOURCE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> event.snsRaw())
        .withMessageContaining("TOO_LARGE")
        .withMessageNotContaining("xxx");
  }

  @Test
  void textsContainNoPayload() {
    TestEvents event = event(Event.ofJson("OrderPlaced", "\"secret\""));
    assertThat(event + " " + event.bare().sqs() + event.kafka() + event.kinesis())
        .contains("OrderPlaced", "TestMessage", "TestRecord")
        .doesNotContain("secret");
  }
}
