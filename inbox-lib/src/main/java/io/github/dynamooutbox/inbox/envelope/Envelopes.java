package io.github.dynamooutbox.inbox.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Reads events that the relay has published from the messages that its targets deliver. Unknown
 * fields are ignored. Stateless.
 *
 * <p>Every method throws {@link UnusableEventException} for a message that is not such an event;
 * the exception says what is wrong and contains no payload.
 */
public final class Envelopes {
  private static final String DETAIL = "detail";

  private Envelopes() {}

  /** A CloudEvent in JSON ("structured mode"), as in a Kinesis record or an SNS message. */
  public static ReceivedEvent cloudEvent(String json) {
    return CloudEventReader.read(Json.parse(json, "the message"));
  }

  /** The data of a Kinesis record: a CloudEvent in JSON. */
  public static ReceivedEvent kinesis(byte[] data) {
    try {
      return cloudEvent(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString());
    } catch (CharacterCodingException e) {
      throw new UnusableEventException(
          "the record's data is not UTF-8, so it is not a CloudEvent in JSON; the target's envelope"
              + " must be \"cloudevent\", because a bare payload has no event id at Kinesis");
    }
  }

  /** The document that EventBridge delivers: to Lambda, or as the body of an SQS message. */
  public static ReceivedEvent eventBridge(String document) {
    return eventBridge(Json.parse(document, "the EventBridge event"));
  }

  private static ReceivedEvent eventBridge(JsonNode document) {
    JsonNode detail = document.path(DETAIL);
    if (!CloudEventReader.isCloudEvent(detail)) {
      throw new UnusableEventException(
          "the EventBridge event has no CloudEvent as its detail: a bare payload has no event id"
              + " there, and EventBridge's own id differs each time it is published; set the"
              + " target's \"envelope\" to \"cloudevent\", and let no rule transform its input");
    }
    return CloudEventReader.read(detail);
  }

  /**
   * An SNS message: a CloudEvent, or a payload with {@code ce_} attributes.
   *
   * @param attributes the message attributes' values by name
   */
  public static ReceivedEvent sns(String message, Map<String, String> attributes) {
    return BareReader.recognises(attributes)
        ? BareReader.read(message, attributes)
        : cloudEvent(message);
  }

  /**
   * An SQS message in any form: from SNS with or without raw delivery, from EventBridge, or a
   * CloudEvent.
   *
   * @param attributes the message attributes' values by name; empty if there are none
   */
  public static ReceivedEvent sqs(String body, Map<String, String> attributes) {
    if (BareReader.recognises(attributes)) {
      return BareReader.read(body, attributes);
    }
    JsonNode json = Json.parse(body, "the message's body");
    if (isNotification(json)) {
      return sns(json.path("Message").asText(), notificationAttributes(json));
    }
    return json.has("detail-type") && json.has(DETAIL)
        ? eventBridge(json)
        : CloudEventReader.read(json);
  }

  private static boolean isNotification(JsonNode json) {
    return json.path("Type").asText().equals("Notification") && json.path("Message").isTextual();
  }

  private static Map<String, String> notificationAttributes(JsonNode notification) {
    return Json.texts(notification.path("MessageAttributes"), "Value");
  }
}
