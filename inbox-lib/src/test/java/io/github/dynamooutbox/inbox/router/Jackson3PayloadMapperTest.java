package io.github.dynamooutbox.inbox.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class Jackson3PayloadMapperTest {
  record Placed(String orderId, int total, Map<String, Integer> counts) {}

  /** Its constructor fails. */
  record Failing(String orderId) {
    Failing {
      throw new IllegalArgumentException("secret");
    }
  }

  private final List<Object> handled = new ArrayList<>();
  private final EventRouter router =
      EventRouter.builder(
              new Jackson3PayloadMapper(
                  JsonMapper.builder()
                      .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                      .build()))
          .on("Placed", Placed.class, (payload, event, tx) -> handled.add(payload))
          .on("Failing", Failing.class, (payload, event, tx) -> handled.add(payload))
          .upcast("Placed.v1", "Placed", json -> ((ObjectNode) json).put("total", 1))
          .build();

  private void route(String type, Payload payload) {
    router.handle(ReceivedEvent.of(Map.of("id", "1", "source", "/s", "type", type), payload), null);
  }

  @Test
  void readsTextAndBytesWithTheSettingsOfTheMapper() {
    String json = "{\"order_id\":\"42\",\"total\":12,\"new\":[1]}";
    route("Placed", Payload.of(json));
    route("Placed", Payload.of(json.getBytes(StandardCharsets.UTF_8)));
    route("Placed.v1", Payload.of("{\"order_id\":\"41\"}"));

    assertThat(handled)
        .containsExactly(
            new Placed("42", 12, null), new Placed("42", 12, null), new Placed("41", 1, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{",
        "{\"total\":\"secret\"}",
        "{\"counts\":{\"secret\":\"secret\"}}",
        "[\"secret\"]"
      })
  void saysWhereAPayloadIsWrongWithoutItsContent(String json) {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> route("Placed", Payload.of(json)))
        .withMessageContaining("cannot be read as " + Placed.class.getName())
        .withMessageNotContaining("secret")
        .withNoCause();
  }

  @Test
  void blamesAClassThatCannotBeUsed() {
    assertThatExceptionOfType(UnmappablePayloadException.class)
        .isThrownBy(() -> route("Failing", Payload.of("{\"order_id\":\"secret\"}")))
        .withMessageNotContaining("secret")
        .withNoCause();
  }
}
