package io.github.dynamooutbox.inbox.envelope;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.Map;
import java.util.TreeMap;

/** Reads bare payloads whose CloudEvents attributes are message attributes. */
final class BareReader {
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
