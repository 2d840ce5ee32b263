package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.internal.encode.CanonicalJson;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

class Jackson3PayloadSerializerTest {
  private static final PayloadContext CONTEXT =
      new PayloadContext(Aggregate.of("Order", "42").key(), OptionalLong.empty(), "A", false);

  record Placed(String orderId, Instant at, Optional<String> note) {}

  record Listed(List<Map<String, Object>> lines) {}

  @Test
  void writesRecordsTimesAndOptionals() {
    Placed placed = new Placed("4\"2", Instant.parse("2026-11-22T03:04:05.006Z"), Optional.of("n"));
    PayloadSerializer.Serialized written =
        new Jackson3PayloadSerializer().serialize(placed, CONTEXT);
    assertThat(written.contentType()).isEqualTo("application/json");
    assertThat(CanonicalJson.of(text(written)))
        .isEqualTo(
            CanonicalJson.of(
                "{\"orderId\":\"4\\\"2\",\"at\":\"2026-11-22T03:04:05.006Z\",\"note\":\"n\"}"));
  }

  @Test
  void usesTheMapperItIsGiven() {
    JsonMapper mapper =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
    Placed placed = new Placed("42", Instant.EPOCH, Optional.empty());
    assertThat(text(new Jackson3PayloadSerializer(mapper).serialize(placed, CONTEXT)))
        .contains("\"order_id\":\"42\"");
  }

  @Test
  void failureNamesThePlaceAndNoPartOfThePayload() {
    Listed listed = new Listed(List.of(Map.of("secret", new Object() {})));
    JsonMapper strict =
        JsonMapper.builder().enable(SerializationFeature.FAIL_ON_EMPTY_BEANS).build();
    assertThatExceptionOfType(PayloadSerializationException.class)
        .isThrownBy(() -> new Jackson3PayloadSerializer(strict).serialize(listed, CONTEXT))
        .withMessageContaining(".lines[].(key): it does not know how to write")
        .withMessageNotContaining("secret")
        .satisfies(e -> assertThat(e.getCause()).hasMessageNotContaining("secret"));
  }

  @Test
  void refusesBytesWhereverTheyAre() {
    byte[] bytes = {1};
    for (Object payload :
        List.of(
            bytes,
            ByteBuffer.wrap(bytes),
            new Listed(List.of(Map.of("a", bytes))),
            Map.of("a", List.of(ByteBuffer.allocateDirect(1))),
            Optional.of(bytes),
            new byte[][] {bytes})) {
      assertThatExceptionOfType(PayloadSerializationException.class)
          .isThrownBy(() -> new Jackson3PayloadSerializer().serialize(payload, CONTEXT))
          .withMessageContaining("it does not know how to write");
    }
  }

  private static String text(PayloadSerializer.Serialized written) {
    return written.payload().fold(Payload.Text::text, bytes -> "bytes", reference -> "reference");
  }
}
