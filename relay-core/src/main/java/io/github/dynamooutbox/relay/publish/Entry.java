package io.github.dynamooutbox.relay.publish;

/** An event in the form that one target sends: rendered once, sent as often as it takes. */
public interface Entry {
  /** Bytes that the entry counts for in a request, as the target's service counts them. */
  int bytes();
}
