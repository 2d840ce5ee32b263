package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTest {
  private static final Event EVENT = Event.of("OrderPlaced", Map.of("secret", "value"));

  @ParameterizedTest
  @CsvSource({
    "'', names have 1 to 20",
    "Channel, names have 1 to 20",
    "a-b, names have 1 to 20",
    "abcdefghijklmnopqrstu, names have 1 to 20",
    "id, the envelope uses this name",
    "traceparent, the envelope uses this name",
    "correlationid, the envelope uses this name"
  })
  void headerNamesThatAreRefused(String name, String message) {
    assertInvalid(() -> EVENT.header(name, "x"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "tenant", "channel", "a1"})
  void headerNamesThatAreTaken(String name) {
    assertThat(EVENT.header(name, "x").headers()).containsExactly(Map.entry(name, "x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "\u0000", "\u0085", "\ud83d", "x\ude00"})
  void textsThatNoEventMayHave(String text) {
    assertInvalid(() -> Event.of(text, 1), "the type of an event");
    assertInvalid(() -> EVENT.id(text), "the id of an event");
    assertInvalid(() -> EVENT.header("channel", text), "the value of header \"channel\"");
    assertInvalid(() -> Event.ofText("A", "", text), "the content type");
    assertInvalid(() -> Aggregate.of(text, "1"), "the type of an aggregate");
    assertInvalid(() -> Aggregate.of("Order", text), "the id of an aggregate");
  }

  @Test
  void headerNameThatIsRefusedIsNamed() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> EVENT.header("Channel", "x"))
        .satisfies(
            e ->
                assertThat(e.violation())
                    .isEqualTo(new Violation.InvalidHeaderName("OrderPlaced", "Channel", false)));
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> EVENT.header("source", "x"))
        .satisfies(
            e ->
                assertThat(e.violation())
                    .isEqualTo(new Violation.InvalidHeaderName("OrderPlaced", "source", true)));
  }

  @Test
  void textsOutsideOfAsciiAreTaken() {
    assertThat(EVENT.header("name", "Grüße 😀").headers()).containsEntry("name", "Grüße 😀");
  }

  @Test
  void aggregateTypeMustNotBreakTheKeyApart() {
    assertInvalid(() -> Aggregate.of("Or#der", "1"), "contains '#'");
  }

  @Test
  void versionMustNotBeNegative() {
    assertInvalid(() -> Aggregate.of("Order", "1").at(-1), "is negative");
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative/path", "not a uri"})
  void schemaMustBeAnAbsoluteUri(String schema) {
    assertInvalid(() -> EVENT.schema(schema), "URI");
  }

  @Test
  void previousHasTheFormOfThePayload() {
    Event text = Event.ofText("A", "x", "text/plain");
    Event bytes = Event.ofBytes("A", new byte[0], "application/avro");
    assertInvalid(() -> text.previous(new byte[0]), "a String");
    assertInvalid(() -> bytes.previous("x"), "a byte[]");
  }

  @Test
  void timeThatNoCloudEventCanHave() {
    Instant last = Instant.parse("9999-12-31T23:59:59.999Z");
    assertThat(EVENT.time(last).time()).contains(last);
    assertInvalid(() -> EVENT.time(last.plusMillis(1)), "within the years 0 to 9999");
    assertInvalid(() -> EVENT.time(Instant.MIN), "within the years 0 to 9999");
    assertInvalid(() -> EVENT.time(Instant.MAX), "within the years 0 to 9999");
  }

  @Test
  void changingAnEventLeavesItAsItWas() {
    EVENT.id("x").header("channel", "web");
    assertThat(EVENT.id()).isEmpty();
    assertThat(EVENT.headers()).isEmpty();
  }

  @Test
  void partsMayBeSetInAnyOrder() {
    List<UnaryOperator<Event>> parts =
        List.of(
            event -> event.id("e-1"),
            event -> event.time(Instant.EPOCH.plusNanos(1_999_999)),
            event -> event.schema("https://schemas.example.com/a"),
            event -> event.previous("before"),
            event -> event.header("one", "1"),
            event -> event.header("two", "2"));
    for (long seed = 0; seed < 100; seed++) {
      List<UnaryOperator<Event>> shuffled = new ArrayList<>(parts);
      Collections.shuffle(shuffled, Rules.random(seed));
      Event event = Event.ofText("A", "after", "text/plain");
      for (UnaryOperator<Event> part : shuffled) {
        event = part.apply(event);
      }

      assertThat(event)
          .as("seed %d", seed)
          .extracting(
              Event::type, Event::content, Event::id, Event::time, Event::schema, Event::headers)
          .containsExactly(
              "A",
              new EventContent.Ready(
                  Payload.of("after"), Optional.of(Payload.of("before")), "text/plain"),
              Optional.of("e-1"),
              Optional.of(Instant.EPOCH.plusMillis(1)),
              Optional.of("https://schemas.example.com/a"),
              Map.of("one", "1", "two", "2"));
    }
  }

  @Test
  void partsOfAnEventWithoutATypeStayWhenItIsResolved() {
    Event typed =
        Event.of(new OrderShipped("1"))
            .id("e-1")
            .time(Instant.EPOCH)
            .schema("https://schemas.example.com/a")
            .previous(new OrderShipped("0"))
            .header("one", "1")
            .typed(EventTypeResolver.simpleClassNames());

    assertThat(typed)
        .extracting(
            Event::type, Event::content, Event::id, Event::time, Event::schema, Event::headers)
        .containsExactly(
            "OrderShipped",
            new EventContent.Typed(new OrderShipped("1"), Optional.of(new OrderShipped("0"))),
            Optional.of("e-1"),
            Optional.of(Instant.EPOCH),
            Optional.of("https://schemas.example.com/a"),
            Map.of("one", "1"));
    assertThat(typed.content()).hasToString("Typed[" + OrderShipped.class.getName() + "]");
    assertThat(typed.typed(payload -> "other")).isSameAs(typed);
  }

  @Test
  void serializerThatMixesTextAndBytesIsRefused() {
    Outbox outbox =
        Outbox.builder(new FakeDynamoDb())
            .table("orders")
            .source("/s")
            .serializer(
                (payload, context) ->
                    new PayloadSerializer.Serialized(
                        context.previous() ? Payload.of(new byte[1]) : Payload.of("text"),
                        "text/plain"))
            .build();

    assertInvalid(
        () ->
            outbox
                .transaction()
                .events(Aggregate.of("Order", "1"), Event.of("A", 1).previous(0))
                .commit(),
        "event of type A: of payload and previous, the payload serializer returned one as text and"
            + " the other as bytes; both must have the same form");
  }

  @Test
  void printedEventShowsNoPayload() {
    assertThat(EVENT.id("e-1").header("channel", "web"))
        .hasToString("Event[type=OrderPlaced, id=e-1]");
  }

  private static void assertInvalid(ThrowingCallable call, String message) {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(call)
        .withMessageContaining(message);
  }

  record OrderShipped(String orderId) {}

  @Test
  void payloadAloneGivesTheType() {
    FakeDynamoDb dynamoDb = new FakeDynamoDb();
    Aggregate order = Aggregate.of("Order", "1");
    Outbox plain = Outbox.builder(dynamoDb).table("orders").source("/s").build();
    plain.transaction().events(order, Event.of(new OrderShipped("1"))).commit();
    assertThat(typeIn(dynamoDb)).isEqualTo("OrderShipped");

    Outbox named =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .eventTypes(payload -> "shop." + payload.getClass().getSimpleName())
            .build();
    named.transaction().events(order, Event.of(new OrderShipped("1"))).commit();
    assertThat(typeIn(dynamoDb)).isEqualTo("shop.OrderShipped");
  }

  private static String typeIn(FakeDynamoDb dynamoDb) {
    return Items.decoded(dynamoDb.request().transactItems().get(0).put().item())
        .record()
        .events()
        .get(0)
        .type();
  }

  @Test
  void payloadThatNamesNoTypeIsRefused() {
    for (Object payload : new Object[] {"OrderPlaced", 1, Map.of(), List.of(), new byte[0]}) {
      assertThatExceptionOfType(InvalidTransactionException.class)
          .isThrownBy(() -> Event.of(payload))
          .withMessageContaining("implies no event type; use of(type, payload)");
    }
  }

  @Test
  void serializerSeesTheEventAndItsAggregate() {
    List<PayloadContext> seen = new ArrayList<>();
    Outbox outbox =
        Outbox.builder(new FakeDynamoDb())
            .table("orders")
            .source("/s")
            .serializer(
                (payload, context) -> {
                  seen.add(context);
                  return new JacksonPayloadSerializer().serialize(payload, context);
                })
            .build();
    Aggregate order = Aggregate.of("Order", "1").at(3);

    outbox.transaction().events(order, Event.of("A", 1).previous(2)).commit();

    assertThat(seen)
        .containsExactly(
            new PayloadContext(order.key(), OptionalLong.of(3), "A", false),
            new PayloadContext(order.key(), OptionalLong.of(3), "A", true));
  }

  /** A payload with bytes in it. */
  static final class Scan {
    public byte[] getImage() {
      return new byte[] {1, 2};
    }
  }

  @Test
  void bytesWithinAnObjectAreRefused() {
    Scan scan = new Scan();
    for (PayloadSerializer serializer :
        List.of(new JacksonPayloadSerializer(), new Jackson3PayloadSerializer())) {
      for (Object payload : List.of(scan, List.of(scan), Map.of("a", new byte[] {1}))) {
        assertThatExceptionOfType(PayloadSerializationException.class)
            .isThrownBy(
                () ->
                    Outbox.builder(new FakeDynamoDb())
                        .table("orders")
                        .source("/s")
                        .serializer(serializer)
                        .build()
                        .transaction()
                        .events(Aggregate.of("Order", "1"), Event.of("Scanned", payload))
                        .commit())
            .withMessageContaining("it does not know how to write class [B");
      }
    }
  }

  @Test
  void bytesAsTheStateBeforeAnObjectAreRefused() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Event.of("Scanned", Map.of("a", 1)).previous(new byte[] {1}))
        .withMessageContaining("previous is a byte[]");
  }
}
