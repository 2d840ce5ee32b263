package io.github.dynamooutbox.inbox.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventRouterTest {
  record OrderPlaced(String orderId, int total, Instant at) {}

  private final List<Object> handled = new ArrayList<>();

  private static ReceivedEvent event(String type, String json) {
    return ReceivedEvent.of(Map.of("id", "1", "source", "/s", "type", type), Payload.of(json));
  }

  private void route(EventHandler router, ReceivedEvent event) {
    router.handle(event, null);
  }

  private EventRouter.Builder orders() {
    return EventRouter.builder()
        .on("OrderPlaced", OrderPlaced.class, (payload, event, tx) -> handled.add(payload));
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
  void passesNoTypeOverInSilence() {
    ReceivedEvent other = event("OrderViewed", "{}");

    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(orders().build(), other))
        .withMessageContaining("event 1 of type OrderViewed from /s: there is no handler");
    route(orders().ignore("OrderViewed").build(), other);
    route(orders().otherwise((event, tx) -> handled.add(event)).build(), other);
    assertThat(handled).containsExactly(other);
  }

  @Test
  void namesThePlaceOfWhatCannotBeReadAndNotTheContent() {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(orders().build(), event("OrderPlaced", "{\"total\":\"secret\"}")))
        .withMessageContaining("cannot be read as")
        .withMessageEndingWith("OrderPlaced, at $.total")
        .withMessageNotContaining("secret")
        .withNoCause();
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(orders().build(), event("OrderPlaced", "secret")))
        .withMessageNotContaining("secret");
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(orders().build(), event("OrderPlaced", "null")))
        .withMessageContaining("is null");
  }

  @Test
  void leavesOtherPayloadsThanJsonToOtherwise() {
    ReceivedEvent text =
        ReceivedEvent.of(
            Map.of(
                "id", "1", "source", "/s", "type", "OrderPlaced", "datacontenttype", "text/plain"),
            Payload.of("a"));
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route(orders().build(), text))
        .withMessageContaining("is text/plain, not JSON");
  }

  @Test
  void refusesTwoAnswersForOneType() {
    assertThatIllegalArgumentException().isThrownBy(() -> orders().ignore("OrderPlaced"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> orders().upcast("OrderPlaced", "Other", json -> json));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> orders().upcast("a", "b", json -> json).upcast("b", "a", json -> json));
  }
}
