package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.format.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JacksonPayloadSerializerTest {
  private static final PayloadContext CONTEXT =
      new PayloadContext(Aggregate.of("Order", "42").key(), OptionalLong.empty(), "A", false);

  record Placed(String orderId) {}

  record Timed(Instant at, LocalDate on, Optional<String> note, Optional<String> none) {}

  @Test
  void writesJsonText() {
    assertThat(new JacksonPayloadSerializer().serialize(new Placed("4\"2"), CONTEXT))
        .isEqualTo(
            new PayloadSerializer.Serialized(
                Payload.of("{\"orderId\":\"4\\\"2\"}"), "application/json"));
  }

  @Test
  void writesTimesAndOptionalsOutOfTheBox() {
    Timed timed =
        new Timed(
            Instant.parse("2026-11-22T03:04:05Z").plus(Duration.ofMillis(6)),
            LocalDate.of(2026, 11, 22),
            Optional.of("n"),
            Optional.empty());
    assertThat(new JacksonPayloadSerializer().serialize(timed, CONTEXT).payload())
        .isEqualTo(
            Payload.of(
                "{\"at\":\"2026-11-22T03:04:05.006Z\",\"on\":\"2026-11-22\",\"note\":\"n\","
                    + "\"none\":null}"));
  }

  /** A property that cannot be read. */
  public static final class Failing {
    private final String content = "the content";

    public int getSecret() {
      return Integer.parseInt(content);
    }
  }

  @Test
  void causeSaysWhatFailedAndWhereButNotWhatItContained() {
    PayloadSerializationException e =
        catchThrowableOfType(
            PayloadSerializationException.class,
            () -> new JacksonPayloadSerializer().serialize(List.of(new Failing()), CONTEXT));

    assertThat(e)
        .hasMessage(
            "Jackson cannot write a payload of " + List.of(1).getClass().getName() + "[].secret");
    assertThat(e.getCause()).hasMessage("java.lang.NumberFormatException").hasNoCause();
    assertThat(e.getCause().getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("getSecret"));
  }

  @Test
  void refusesBytesWhereverTheyAre() {
    byte[] bytes = {1};
    for (Object payload :
        List.of(
            bytes,
            ByteBuffer.wrap(bytes),
            Map.of("a", List.of(bytes)),
            Map.of("a", List.of(ByteBuffer.allocateDirect(1))),
            Optional.of(bytes),
            new byte[][] {bytes})) {
      PayloadSerializationException e =
          catchThrowableOfType(
              PayloadSerializationException.class,
              () -> new JacksonPayloadSerializer().serialize(payload, CONTEXT));
      assertThat(e).hasMessageContaining("it does not know how to write");
    }
  }

  @Test
  void usesTheMapperItIsGiven() {
    JsonMapper mapper =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
    assertThat(new JacksonPayloadSerializer(mapper).serialize(new Placed("42"), CONTEXT).payload())
        .isEqualTo(Payload.of("{\"order_id\":\"42\"}"));
  }
}
