package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.MessageText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CloudEvents attributes as message attributes of SNS and SQS: each as {@code ce_<name>}, the most
 * useful ones for filter policies first. Those beyond the limit, and those whose value SQS would
 * refuse, go together into one attribute {@code ce} as JSON.
 */
public final class MessageAttributes {
  /**
   * SQS developer guide, "Message quotas": 10 at most, which also holds for what SNS delivers raw.
   */
  static final int MAX_ATTRIBUTES = 10;

  /** SNS developer guide, "Message attributes": a name has at most 256 characters. */
  private static final int MAX_NAME = 256;

  private static final String PREFIX = "ce_";
  private static final String REST = "ce";

  private static final List<String> FIRST =
      List.of(
          "id",
          "source",
          "type",
          "time",
          "subject",
          "aggregatetype",
          "sequence",
          "partitionkey",
          "datacontenttype");

  private MessageAttributes() {}

  /**
   * The attributes of an event whose payload is sent bare.
   *
   * @param base64 whether the payload is sent in base64, which the attributes then say
   */
  public static Map<String, String> of(EventInRecord event, boolean base64) throws RefusedEvent {
    Map<String, String> all = new LinkedHashMap<>();
    Map<String, String> given = CloudEventAttributes.of(event);
    for (String name : FIRST) {
      String value = given.remove(name);
      if (value != null) {
        all.put(name, value);
      }
    }
    if (base64) {
      all.put("datacontentencoding", "base64");
    }
    all.putAll(given);
    return split(all);
  }

  private static Map<String, String> split(Map<String, String> all) {
    Map<String, String> attributes = new LinkedHashMap<>();
    Map<String, String> rest = new LinkedHashMap<>(all);
    rest.values().removeIf(MessageAttributes::allowed);
    boolean allFit = rest.isEmpty() && all.size() <= MAX_ATTRIBUTES && namesFit(all);
    int room = allFit ? MAX_ATTRIBUTES : MAX_ATTRIBUTES - 1;
    for (Map.Entry<String, String> attribute : all.entrySet()) {
      String name = PREFIX + attribute.getKey();
      if (attributes.size() < room && allowed(attribute.getValue()) && name.length() <= MAX_NAME) {
        attributes.put(name, attribute.getValue());
      } else {
        rest.put(attribute.getKey(), attribute.getValue());
      }
    }
    if (!rest.isEmpty()) {
      attributes.put(REST, CloudEventJson.attributesJson(rest));
    }
    return attributes;
  }

  private static boolean namesFit(Map<String, String> all) {
    return all.keySet().stream().allMatch(name -> PREFIX.length() + name.length() <= MAX_NAME);
  }

  /** Whether SQS accepts the value: certain characters only, and not empty. */
  private static boolean allowed(String value) {
    return !value.isEmpty() && MessageText.allows(value);
  }
}
