package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.Optional;

/**
 * Settings that all kinds of targets have.
 *
 * @param ordered whether an aggregate's next event waits until the one before it was accepted
 * @param envelope form in which events are sent
 * @param limits limits of a request, and of concurrent requests
 * @param maxEntryBytes maximum size of an event as the service counts it; a larger one is refused
 *     before it is sent
 */
public record Sending(
    boolean ordered, EnvelopeForm envelope, BatchLimits limits, int maxEntryBytes) {
  /** The code with which events that exceed a target's limit are refused. */
  public static final String TOO_LARGE = "TOO_LARGE";

  /**
   * The entry if it is within the limits; otherwise it is refused as {@code TOO_LARGE}. An entry
   * that exceeds the limit of a request can never be sent either.
   *
   * @param target the target's name, for the message
   */
  public <E extends Entry> Prepared<E> fitting(String target, E entry) {
    long max = Math.min(maxEntryBytes, limits.maxBytes());
    return entry.bytes() > max
        ? new Prepared.Refused<>(TOO_LARGE, tooLarge(target, entry.bytes(), max))
        : new Prepared.Ready<>(entry);
  }

  /**
   * Refuses an event whose payload alone exceeds the limits, without decompressing it: no form of
   * an event is smaller than its payload.
   *
   * @param target the target's name, for the message
   */
  public <E extends Entry> Optional<Prepared<E>> beyondLimits(String target, OutboxEvent event) {
    long bytes = here(event.data());
    if (envelope == EnvelopeForm.CLOUDEVENT) {
      bytes += event.previous().map(Sending::here).orElse(0L);
    }
    long max = Math.min(maxEntryBytes, limits.maxBytes());
    return bytes > max
        ? Optional.of(
            new Prepared.Refused<>(
                TOO_LARGE,
                "the payload alone has %d bytes decompressed, target %s allows %d"
                    .formatted(bytes, target, max)))
        : Optional.empty();
  }

  /** Only what is compressed: anything else is in memory, and rendering tells its exact size. */
  private static long here(Payload payload) {
    return payload.<Long>fold(
        text -> text.isCompressed() ? text.length() : 0L,
        binary -> binary.isCompressed() ? binary.length() : 0L,
        reference -> 0L);
  }

  static String tooLarge(String target, long bytes, long allowed) {
    return "%d bytes as target %s counts them, %d allowed".formatted(bytes, target, allowed);
  }
}
