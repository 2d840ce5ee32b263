package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowTest {
  private static final int OVERHEAD = 512;

  @Test
  void takesSoManyEvents() {
    Window window = new Window(2, 1 << 20);
    Envelope envelope = envelope(Payload.of("x"), Optional.empty());
    window.take(envelope);
    assertThat(window.hasRoom()).isTrue();
    window.take(envelope);
    assertThat(window.hasRoom()).isFalse();

    window.release(envelope);
    assertThat(window.hasRoom()).isTrue();
  }

  @Test
  void takesSoManyBytesOfTextBytesAndPreviousState() {
    assertFills(OVERHEAD + 10, envelope(Payload.of("0123456789"), Optional.empty()));
    assertFills(OVERHEAD + 3, envelope(Payload.of(new byte[] {1, 2, 3}), Optional.empty()));
    assertFills(OVERHEAD + 14, envelope(Payload.of("0123456789"), Optional.of(Payload.of("abcd"))));
  }

  @Test
  void isAsEmptyAsBeforeOnceAllIsReleased() {
    Window window = new Window(10, OVERHEAD + 1);
    Envelope envelope = envelope(Payload.of("x"), Optional.empty());
    for (int i = 0; i < 3; i++) {
      window.take(envelope);
      assertThat(window.hasRoom()).isFalse();
      window.release(envelope);
      assertThat(window.hasRoom()).isTrue();
    }
  }

  @Test
  void aWindowWithoutRoomForAnythingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Window(0, 1))
        .withMessage("window: 0 events, 1 bytes: both must be positive");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Window(1, 0))
        .withMessage("window: 1 events, 0 bytes: both must be positive");
    assertThat(new Window(1, 1).hasRoom()).isTrue();
  }

  private static void assertFills(int bytes, Envelope envelope) {
    Window exact = new Window(10, bytes);
    exact.take(envelope);
    assertThat(exact.hasRoom()).isFalse();
    Window larger = new Window(10, bytes + 1);
    larger.take(envelope);
    assertThat(larger.hasRoom()).isTrue();
  }

  private static Envelope envelope(Payload data, Optional<Payload> previous) {
    Envelope plain = LaneFixtures.envelope("a", 1);
    OutboxEvent event = plain.event();
    OutboxRecord record = plain.record();
    OutboxEvent changed =
        new OutboxEvent(
            event.id(),
            event.type(),
            event.time(),
            event.contentType(),
            event.schema(),
            data,
            previous,
            Map.of());
    return new Envelope(
        plain.position(),
        plain.key(),
        new OutboxRecord(
            record.aggregate(),
            record.sequence(),
            List.of(changed),
            record.context(),
            record.expiresAt(),
            record.unknown()),
        0);
  }
}
