package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.format.Payload;
import org.junit.jupiter.api.Test;

class JacksonPayloadSerializerTest {
  record Placed(String orderId) {}

  @Test
  void writesJsonText() {
    assertThat(new JacksonPayloadSerializer().serialize(new Placed("4\"2")))
        .isEqualTo(
            new PayloadSerializer.Serialized(
                Payload.of("{\"orderId\":\"4\\\"2\"}"), "application/json"));
  }

  @Test
  void usesTheMapperItIsGiven() {
    JsonMapper mapper =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
    assertThat(new JacksonPayloadSerializer(mapper).serialize(new Placed("42")).payload())
        .isEqualTo(Payload.of("{\"order_id\":\"42\"}"));
  }
}
