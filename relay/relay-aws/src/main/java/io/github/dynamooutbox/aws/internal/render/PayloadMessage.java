package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.Map;

/**
 * A payload as a message of SNS or SQS, with the CloudEvents attributes beside it.
 *
 * @param attributes by their names; all of {@link #TYPE}
 * @param bytes of the text, and of the attributes' names, types and values, as UTF-8
 */
public record PayloadMessage(String text, Map<String, String> attributes, int bytes) {
  public static final String TYPE = "String";

  public PayloadMessage {
    attributes = Map.copyOf(attributes);
  }

  /**
   * The message of an event.
   *
   * @param service its name, for error messages
   * @throws RefusedEvent if there is no text: services accept no empty message
   */
  public static PayloadMessage of(Envelope envelope, String service) throws RefusedEvent {
    BarePayload.Body body = BarePayload.text(envelope.event());
    if (body.text().isEmpty()) {
      throw new RefusedEvent("EMPTY_PAYLOAD", service + " accepts no empty message");
    }
    Map<String, String> attributes = MessageAttributes.of(envelope, body.base64());
    int bytes = Utf8.length(body.text());
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      bytes += Utf8.length(attribute.getKey()) + TYPE.length() + Utf8.length(attribute.getValue());
    }
    return new PayloadMessage(body.text(), attributes, bytes);
  }

  /** Contains only the size: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "PayloadMessage[" + bytes + " bytes]";
  }
}
