package io.github.dynamooutbox.relay.publish;

/** What a target makes of an event before anything is sent. */
public sealed interface Prepared<E extends Entry> {

  record Ready<E extends Entry>(E entry) implements Prepared<E> {}

  /**
   * The target can never take this event: too large, or not of the form it needs.
   *
   * @param code short and stable, for metrics and parked items, for example {@code TOO_LARGE}
   * @param message what is wrong, with numbers and without payload
   */
  record Refused<E extends Entry>(String code, String message) implements Prepared<E> {}
}
