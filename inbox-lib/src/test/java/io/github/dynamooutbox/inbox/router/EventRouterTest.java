package io.github.dynamooutbox.inbox.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.WholeEvent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventRouterTest {
  record OrderPlaced(String orderId, int total, Instant at) {}

  record Lines(List<Line> lines, Map<String, Integer> counts) {}

  record Line(int count) {}

  private final List<Object> handled = new ArrayList<>();

  private static ReceivedEvent event(String type, String json) {
    return ReceivedEvent.of(Map.of("id", "1", "source", "/s", "type", type), Payload.of(json));
  }

  private void route(EventHandler router, ReceivedEvent event) {
    router.handle(event, null);
  }

  private EventRouter.Builder orders() {
    return EventRouter.builder()
        .on("OrderPlaced", OrderPlaced.class, (payload, event, tx) -> handled.add(payload))
        .on("Lines", Lines.class, (payload, event, tx) -> handled.add(payload));
  }

  @Test
  void payloadsThatAreElsewhereAreOnlyForHandlersThatReadNone() {
    EventRouter router = orders().on("Any", (event, tx) -> handled.add(event.id())).build();
    Payload elsewhere = new Payload.Reference("s3://p/a", 7, "0".repeat(64), true);
    Map<String, String> attributes = Map.of("id", "1", "source", "/s", "type", "OrderPlaced");
    ReceivedEvent event = ReceivedEvent.of(attributes, elsewhere);

    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> route(router, event))
        .withMessage(
            event
                + ": its payload is elsewhere; call largePayloads(reader) on the inbox's builder");
    route(router, ReceivedEvent.of(Map.of("id", "2", "source", "/s", "type", "Any"), elsewhere));
    assertThat(handled).containsExactly("2");
  }

  @Test
  void readsPayloadsAndIgnoresUnknownFields() {
    route(
        orders().build(),
        event(
            "OrderPlaced",
            "{\"orderId\":\"42\",\"total\":12,\"at\":\"2026-11-21T10:15:30Z\",\"new\":[1]}"));

    assertThat(handled)
        .containsExactly(new OrderPlaced("42", 12, Instant.parse("2026-11-21T10:15:30Z")));
  }

  @Test
  void changesEarlierVersionsStepByStep() {
    EventRouter router =
        orders()
            .upcast("OrderPlaced.v1", "OrderPlaced.v2", json -> ((ObjectNode) json).put("total", 1))
            .upcast(
                "OrderPlaced.v2",
                "OrderPlaced",
                json -> ((ObjectNode) json).put("orderId", "v" + json.get("orderId").asText()))
            .build();

    route(router, event("OrderPlaced.v1", "{\"orderId\":\"1\"}"));
    route(router, event("OrderPlaced.v2", "{\"orderId\":\"2\",\"total\":2}"));

    assertThat(handled)
        .containsExactly(new OrderPlaced("v1", 1, null), new OrderPlaced("v2", 2, null));
  }

  @Test
  void handlersGetTheWholeEventAndAChangedOneOnlyItsNewType() {
    List<String> events = new ArrayList<>();
    EventRouter router =
        EventRouter.builder()
            .on("New", JsonNode.class, (json, event, tx) -> events.add(WholeEvent.of(event)))
            .upcast("Old", "New", json -> ((ObjectNode) json).put("b", 2))
            .otherwise((event, tx) -> events.add(WholeEvent.of(event)))
            .build();
    Map<String, String> attributes =
        Map.of("id", "1", "source", "/s", "type", "Old", "channel", "web", "sequence", "7");
    Map<String, String> changed = new TreeMap<>(attributes);
    changed.put("type", "New");
    ReceivedEvent other = event("Other", "{\"c\":3}");

    route(router, ReceivedEvent.of(attributes, Payload.of("{\"a\":1}")));
    route(router, ReceivedEvent.of(changed, Payload.of("{\"a\": 1}")));
    route(router, other);

    assertThat(events)
        .containsExactly(
            WholeEvent.of(ReceivedEvent.of(changed, Payload.of("{\"a\":1,\"b\":2}"))),
            WholeEvent.of(ReceivedEvent.of(changed, Payload.of("{\"a\": 1}"))),
            WholeEvent.of(other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"price\":12345678901234567.89,\"big\":1e400,\"scale\":10.10}",
        "[-0,-0.0,1E+2,0.1e-3,9223372036854775808,123456789012345678901234567890]",
        "{\"a\":[1,{\"b\":null,\"c\":true,\"d\":\"\u00e4\"}]}"
      })
  void numbersKeepValueAndFormThroughEveryTree(String json) {
    List<String> seen = new ArrayList<>();
    EventRouter router =
        EventRouter.builder()
            .upcast("Old", "New", tree -> tree)
            .on(
                "New",
                JsonNode.class,
                (tree, event, tx) -> {
                  seen.add(new String(event.data().toBytes(), StandardCharsets.UTF_8));
                  seen.add(tree.toString());
                })
            .build();

    route(router, event("Old", json));

    assertThat(seen).containsExactly(json, json);
  }

  record Exact(Object price, Map<String, Object> more) {}

  @Test
  void numbersKeepTheirValueInMembersOfAnyType() {
    EventRouter router =
        EventRouter.builder()
            .on("Exact", Exact.class, (payload, event, tx) -> handled.add(payload))
            .build();

    route(router, event("Exact", "{\"price\":12345678901234567.89,\"more\":{\"rate\":1e-400}}"));

    assertThat(handled)
        .containsExactly(
            new Exact(
                new BigDecimal("12345678901234567.89"), Map.of("rate", new BigDecimal("1e-400"))));
  }

  /** As a data class of Kotlin without its module. */
  record Hidden(String a) {
    static final class NoCreator {
      NoCreator(String a, int b) {}
    }

    Hidden {
      if (a == null) {
        throw new IllegalStateException("secret");
      }
    }
  }

  @Test
  void whatThisConsumerCannotMapIsNotWhatNobodyCanRead() {
    EventRouter router =
        EventRouter.builder()
            .on("A", Hidden.NoCreator.class, (payload, event, tx) -> {})
            .on("B", Hidden.class, (payload, event, tx) -> {})
            .build();

    for (String type : new String[] {"A", "B"}) {
      assertThatExceptionOfType(UnmappablePayloadException.class)
          .isThrownBy(() -> route(router, event(type, "{}")))
          .withMessageContaining("this consumer cannot map its payload to")
          .withMessageContaining("Hidden")
          .withMessageNotContaining("secret")
          .withNoCause();
    }
  }

  @Test
  void refusesBytesThatAreNoText() {
    ReceivedEvent latin =
        ReceivedEvent.of(
            Map.of("id", "1", "source", "/s", "type", "OrderPlaced"),
            Payload.of(new byte[] {'"', -28, '"'}));

    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(orders().build(), latin))
        .withMessageEndingWith(
            ": its payload cannot be read as " + OrderPlaced.class.getName() + ", at $");
  }

  @Test
  void passesNoTypeOverInSilence() {
    ReceivedEvent other = event("OrderViewed", "{}");

    assertUnusable(
        orders().build(),
        other,
        "there is no handler for its type; add on(...), ignore(...) or otherwise(...)");
    route(orders().ignore("OrderViewed", "OrderSeen").build(), other);
    route(orders().ignore("OrderSeen", "OrderViewed").build(), other);
    assertThat(handled).isEmpty();
  }

  private void assertUnusable(EventRouter router, ReceivedEvent event, String message) {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(router, event))
        .withMessage(event + ": " + message)
        .withNoCause();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OrderPlaced | {\"total\":\"secret\"} | OrderPlaced, at $.total",
        "OrderPlaced | secret | OrderPlaced, at $",
        "OrderPlaced | null | OrderPlaced: is null",
        "Lines | {\"lines\":[{\"count\":1},{\"count\":\"secret\"}]} | Lines, at $.lines[1].count",
        "Lines | {\"lines\":[\"secret\"]} | Lines, at $.lines[0]",
        "Lines | {\"counts\":{\"secret\":\"secret\"}} | Lines, at $.counts.(key)",
      })
  void namesThePlaceOfWhatCannotBeReadAndNotTheContent(String type, String json, String where) {
    assertUnusable(
        orders().build(),
        event(type, json),
        "its payload cannot be read as " + EventRouterTest.class.getName() + "$" + where);
  }

  @Test
  void saysWhatCannotBeChanged() {
    assertUnusable(
        orders().upcast("Old", "OrderPlaced", json -> json).build(),
        event("Old", "{\"a\":secret}"),
        "its payload cannot be read as com.fasterxml.jackson.databind.JsonNode, at $");
  }

  @Test
  void leavesOtherPayloadsThanJsonToOtherwise() {
    ReceivedEvent text =
        ReceivedEvent.of(
            Map.of(
                "id", "1", "source", "/s", "type", "OrderPlaced", "datacontenttype", "text/plain"),
            Payload.of("a"));

    assertUnusable(
        orders().build(), text, "its payload is text/plain, not JSON; use otherwise(...)");
  }

  @Test
  void refusesTwoAnswersForOneType() {
    EventRouter.Builder builder =
        orders().ignore("Ignored").upcast("Old", "OrderPlaced", json -> json);
    for (String type : new String[] {"OrderPlaced", "Ignored", "Old"}) {
      String message = "events of type " + type + ": are already handled, ignored or converted";
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.ignore(type))
          .withMessage(message);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.upcast(type, "Other", json -> json))
          .withMessage(message);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.on(type, OrderPlaced.class, (payload, event, tx) -> {}))
          .withMessage(message);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                orders()
                    .upcast("a", "b", json -> json)
                    .upcast("b", "c", json -> json)
                    .upcast("c", "a", json -> json))
        .withMessage("events of type c would be converted back into their own type");
  }
}
