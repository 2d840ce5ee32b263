package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;

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

  static String tooLarge(String target, long bytes, long allowed) {
    return "%d bytes as target %s counts them, %d allowed".formatted(bytes, target, allowed);
  }
}
