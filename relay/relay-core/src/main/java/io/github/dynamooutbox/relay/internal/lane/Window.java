package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;

/** How much of a shard may be in flight at once. Confined to the relay's event loop. */
public final class Window {
  /** What an event takes besides its payload: objects, keys, metadata. An estimate. */
  private static final int OVERHEAD_BYTES = 512;

  private final int maxEvents;
  private final long maxBytes;
  private int events;
  private long bytes;

  /**
   * Creates an empty window.
   *
   * @param maxEvents deliveries, that is events times targets
   * @param maxBytes their payloads, decompressed, and an estimate of what goes with them
   */
  public Window(int maxEvents, long maxBytes) {
    if (maxEvents < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "window: %d events, %d bytes: both must be positive".formatted(maxEvents, maxBytes));
    }
    this.maxEvents = maxEvents;
    this.maxBytes = maxBytes;
  }

  /** Whether one more record is admitted; an empty window always admits one. */
  public boolean hasRoom() {
    return events < maxEvents && bytes < maxBytes;
  }

  public void take(Envelope envelope) {
    events++;
    bytes += bytes(envelope.event());
  }

  public void release(Envelope envelope) {
    events--;
    bytes -= bytes(envelope.event());
  }

  private static long bytes(OutboxEvent event) {
    return OVERHEAD_BYTES + bytes(event.data()) + event.previous().map(Window::bytes).orElse(0L);
  }

  private static long bytes(Payload payload) {
    return payload.<Long>fold(
        text -> text.isCompressed() ? text.length() : text.text().length(),
        binary -> (long) binary.size(),
        reference -> 0L);
  }
}
