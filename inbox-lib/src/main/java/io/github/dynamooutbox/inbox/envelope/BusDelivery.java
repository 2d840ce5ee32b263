package io.github.dynamooutbox.inbox.envelope;

/**
 * An event with which a Custom Event Bus invokes a function, not yet read.
 *
 * @param json for {@link Envelopes#customBus}
 * @param id the id that the bus gave it; empty if it is delivered {@code RAW}
 * @param group its event group; empty if it has none, or is delivered {@code RAW}
 */
public record BusDelivery(String json, String id, String group) {
  /** Without the payload. */
  @Override
  public String toString() {
    return "event " + id + " of the bus, group " + group;
  }
}
