package io.github.dynamooutbox.relay.publish;

/** An event in the form in which a target sends it: rendered once, and sent until it succeeds. */
public interface Entry {
  /** The entry's size in a request in bytes, as counted by the target's service. */
  int bytes();
}
