package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.RecordSize;
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
  public static PayloadMessage of(EventInRecord given, String service) throws RefusedEvent {
    BarePayload.Body body = BarePayload.text(given.event());
    if (body.text().isEmpty()) {
      throw new RefusedEvent("EMPTY_PAYLOAD", service + " accepts no empty message");
    }
    Map<String, String> attributes = MessageAttributes.of(given, body.base64());
    long bytes = RecordSize.utf8Length(body.text());
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      bytes +=
          RecordSize.utf8Length(attribute.getKey())
              + TYPE.length()
              + RecordSize.utf8Length(attribute.getValue());
    }
    return new PayloadMessage(body.text(), attributes, (int) bytes);
  }

  /** Contains only the size: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "PayloadMessage[" + bytes + " bytes]";
  }
}
