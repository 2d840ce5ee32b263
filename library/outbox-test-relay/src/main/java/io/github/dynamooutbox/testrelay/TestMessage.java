package io.github.dynamooutbox.testrelay;

import java.util.Map;

/**
 * A message of a queue, or the document with which a function is invoked.
 *
 * @param body its body
 * @param attributes the message attributes, all of type String; empty if there are none
 * @param group the message group of a FIFO queue; empty if nothing sets one
 */
public record TestMessage(String body, Map<String, String> attributes, String group) {
  public TestMessage {
    attributes = Map.copyOf(attributes);
  }

  /** Contains no payload: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "TestMessage[" + body.length() + " chars, attributes " + attributes.keySet() + ']';
  }
}
