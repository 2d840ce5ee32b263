package io.github.dynamooutbox.inbox.envelope;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.envelope.Json.Value;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads events that the relay has published from the messages that its targets deliver, also
 * through one service behind another: EventBridge to SNS to SQS or Lambda, or to Kinesis. From a
 * Custom Event Bus, {@code WITH_METADATA} or {@code RAW}; then {@link ReceivedEvent#isReplay} tells
 * what the bus delivers again. Unknown fields are ignored. Payloads keep the text and the bytes
 * that were received. Stateless.
 *
 * <p>Every method throws {@link UnusableEventException} for a message that is not such an event;
 * the exception says what is wrong and contains no payload.
 */
public final class Envelopes {
  private static final String DETAIL = "detail";
  private static final String THE_MESSAGE = "the message";
  private static final String CONTENT_TYPE = "content-type";
  private static final String STRUCTURED = "application/cloudevents";
  private static final String KAFKA_PREFIX = "ce_";

  private Envelopes() {}

  /**
   * A CloudEvent in JSON ("structured mode"), as in a Kinesis record or an SNS message; also within
   * the document of EventBridge or the notification of SNS.
   */
  public static ReceivedEvent cloudEvent(String json) {
    return event(Json.members(json, THE_MESSAGE));
  }

  /**
   * A CloudEvent in JSON, which {@link #cloudEvent} reads as the same event: the form in which to
   * keep an event elsewhere, for example one that was parked.
   */
  public static String toCloudEvent(ReceivedEvent event) {
    return CloudEventWriter.write(event);
  }

  /** The data of a Kinesis record: a CloudEvent in JSON, or the document of EventBridge. */
  public static ReceivedEvent kinesis(byte[] data) {
    return cloudEvent(
        utf8(
            data,
            "the record's data is not UTF-8, so it is not a CloudEvent in JSON; the target's"
                + " envelope must be \"cloudevent\", because a bare payload has no event id at"
                + " Kinesis"
                + Json.BEHIND_A_BUS));
  }

  /**
   * A Kafka record, in structured or binary mode of the CloudEvents binding.
   *
   * @param value empty for a record without one
   * @param headers the headers' values as UTF-8, by name
   */
  public static ReceivedEvent kafka(byte[] value, Map<String, String> headers) {
    String type = headers.getOrDefault(CONTENT_TYPE, "").toLowerCase(Locale.ROOT);
    if (type.startsWith(STRUCTURED)) {
      if (!type.startsWith(STRUCTURED + "+json")) {
        throw new UnusableEventException(
            "the record is a CloudEvent of media type "
                + type
                + "; only application/cloudevents+json is read");
      }
      return cloudEvent(utf8(value, "the record's value is not UTF-8"));
    }
    if (!headers.containsKey(KAFKA_PREFIX + "id")) {
      throw new UnusableEventException(
          "the record is not a CloudEvent: it has no header ce_id, and its content-type is not"
              + " application/cloudevents+json; does something other than the relay send here?");
    }
    Map<String, String> attributes = new HashMap<>();
    headers.forEach(
        (name, text) -> {
          if (name.startsWith(KAFKA_PREFIX)) {
            attributes.put(name.substring(KAFKA_PREFIX.length()), text);
          } else if (name.equals(CONTENT_TYPE)) {
            attributes.put("datacontenttype", text);
          }
        });
    ReceivedEvent event = ReceivedEvent.of(attributes, Payload.of(""));
    return ReceivedEvent.of(attributes, Payload.of(value, event.contentType()));
  }

  /** The document that EventBridge delivers: to Lambda, or as the body of an SQS message. */
  public static ReceivedEvent eventBridge(String document) {
    return detail(Json.members(document, "the EventBridge event"));
  }

  /**
   * The events with which a Custom Event Bus invokes a function: one, if the subscriber's {@code
   * MaxBatchSize} is 1, or a list.
   */
  public static List<BusDelivery> customBusBatch(String input) {
    return Json.elements(input, "the function's input").stream().map(Envelopes::delivery).toList();
  }

  private static BusDelivery delivery(Value event) {
    if (!event.isObject()) {
      return new BusDelivery(event.json(), "", "");
    }
    Map<String, Value> members = Json.members(event.json(), "the bus's event");
    if (members.containsKey("Records")) {
      throw new UnusableEventException(
          "the function's input is a batch of an event source mapping, and not of a Custom Event"
              + " Bus; set the source of the adapter to that of the mapping");
    }
    return new BusDelivery(
        event.json(), SubscriberReader.id(members), SubscriberReader.group(members));
  }

  /**
   * What a Custom Event Bus delivers to a function, one event of it: {@code WITH_METADATA}, or
   * {@code RAW} if a CloudEvent was published.
   */
  public static ReceivedEvent customBus(String json) {
    return event(Json.members(json, "the bus's event"));
  }

  /**
   * An SNS message: a CloudEvent, a payload with {@code ce_} attributes, or the document of
   * EventBridge.
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
    return BareReader.recognises(attributes)
        ? BareReader.read(body, attributes)
        : event(Json.members(body, "the message's body"));
  }

  /** Unwraps whatever a service on the way has put around the event. */
  private static ReceivedEvent event(Map<String, Value> json) {
    Value message = json.get("Message");
    if (message != null && message.isText() && isText(json, "Type", "Notification")) {
      Value attributes = json.get("MessageAttributes");
      return sns(
          message.scalar().orElse(""),
          attributes == null || !attributes.isObject()
              ? Map.of()
              : Json.texts(Json.members(attributes.json(), "the notification"), "Value"));
    }
    if (SubscriberReader.recognises(json)) {
      return SubscriberReader.read(json, Envelopes::published);
    }
    return json.containsKey("detail-type") && json.containsKey(DETAIL)
        ? detail(json)
        : CloudEventReader.read(json);
  }

  private static ReceivedEvent published(String json) {
    Map<String, Value> event = Json.members(json, "the event's Data");
    if (!event.containsKey("detail-type") && !CloudEventReader.isCloudEvent(event)) {
      throw new UnusableEventException(
          "the event's Data is not a CloudEvent, and its Metadata has no id: does something other"
              + " than the relay publish to the bus?");
    }
    return event(event);
  }

  private static boolean isText(Map<String, Value> json, String name, String text) {
    Value value = json.get(name);
    return value != null && value.isText() && value.scalar().filter(text::equals).isPresent();
  }

  private static ReceivedEvent detail(Map<String, Value> document) {
    Value detail = document.get(DETAIL);
    Map<String, Value> event =
        detail != null && detail.isObject()
            ? Json.members(detail.json(), "the EventBridge event's detail")
            : Map.of();
    if (!CloudEventReader.isCloudEvent(event)) {
      throw new UnusableEventException(
          "the EventBridge event has no CloudEvent as its detail: a bare payload has no event id"
              + " there, and EventBridge's own id differs each time it is published; set the"
              + " target's \"envelope\" to \"cloudevent\", and let no rule transform its input");
    }
    return CloudEventReader.read(event);
  }

  private static String utf8(byte[] bytes, String problem) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new UnusableEventException(problem);
    }
  }

  /** Reads bare payloads whose CloudEvents attributes are message attributes. */
  private static final class BareReader {
    private static final String PREFIX = "ce_";

    /** Attribute with all that do not fit into ten, as JSON. */
    private static final String REST = "ce";

    private static final String ENCODING = "datacontentencoding";

    private BareReader() {}

    static boolean recognises(Map<String, String> attributes) {
      return attributes.containsKey(PREFIX + "id") || attributes.containsKey(REST);
    }

    static ReceivedEvent read(String body, Map<String, String> messageAttributes) {
      Map<String, String> attributes = new TreeMap<>();
      messageAttributes.forEach(
          (name, value) -> {
            if (name.startsWith(PREFIX)) {
              attributes.put(name.substring(PREFIX.length()), value);
            }
          });
      String rest = messageAttributes.get(REST);
      if (rest != null) {
        Json.members(rest, "the message attribute ce")
            .forEach((name, value) -> value.scalar().ifPresent(text -> attributes.put(name, text)));
      }
      boolean base64 = "base64".equals(attributes.remove(ENCODING));
      ReceivedEvent event = ReceivedEvent.of(attributes, Payload.of(body));
      return base64
          ? ReceivedEvent.of(attributes, Payload.of(CloudEventReader.decoded(body, event)))
          : event;
    }
  }
}
