package io.github.dynamooutbox.inbox.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the members of a JSON object without building a tree: values stay the text that was
 * received, so that numbers keep their form, and neither depth nor length matters.
 */
final class Json {
  /** A message has 1 MB, some at Kinesis 10: limits here would only refuse what was published. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** What the error says about a message that is a payload, and nothing around it. */
  static final String BEHIND_A_BUS =
      " A Custom Event Bus has to deliver a bare payload WITH_METADATA: RAW, it has no event id";

  private Json() {}

  /**
   * A value of an object.
   *
   * @param json the value as it was received; that of a member with the white space around it,
   *     which may be the payload's
   * @param scalar a string without quotes and escapes, a number or boolean as it was received;
   *     empty for anything else
   */
  record Value(JsonToken type, String json, Optional<String> scalar) {
    boolean isText() {
      return type == JsonToken.VALUE_STRING;
    }

    boolean isObject() {
      return type == JsonToken.START_OBJECT;
    }
  }

  /**
   * The members of an object, by name.
   *
   * @param what names the text in error messages, for example {@code the body}
   */
  static Map<String, Value> members(String json, String what) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        if (first != null) {
          parser.skipChildren();
        }
        throw new UnusableEventException(
            what + " is not a JSON object, but " + kind(first) + "." + BEHIND_A_BUS);
      }
      Map<String, Value> members = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        members.put(name, value(parser, parser.nextToken(), json));
      }
      if (parser.nextToken() != null) {
        throw notJson(what, parser.currentTokenLocation());
      }
      return members;
    } catch (JsonProcessingException e) {
      // Jackson's own message may quote the text.
      throw notJson(what, e.getLocation());
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /**
   * The elements of a list, or the value itself if it is none.
   *
   * @param what names the text in error messages
   */
  static List<Value> elements(String json, String what) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      JsonToken first = parser.nextToken();
      List<Value> elements = new ArrayList<>();
      if (first == JsonToken.START_ARRAY) {
        for (JsonToken each = parser.nextToken();
            each != JsonToken.END_ARRAY;
            each = parser.nextToken()) {
          elements.add(value(parser, each, json));
        }
      } else if (first != null) {
        elements.add(value(parser, first, json));
      }
      if (first == null || parser.nextToken() != null) {
        throw notJson(what, parser.currentTokenLocation());
      }
      return elements;
    } catch (JsonProcessingException e) {
      // Jackson's own message may quote the text.
      throw notJson(what, e.getLocation());
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** Whether a text is one JSON value and nothing else. */
  static boolean isValue(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      boolean begins = parser.nextToken() != null;
      parser.skipChildren();
      return begins && parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private static Value value(JsonParser parser, JsonToken token, String json) throws IOException {
    int start = (int) parser.currentTokenLocation().getCharOffset();
    Optional<String> scalar =
        token.isScalarValue() ? Optional.of(parser.getText()) : Optional.empty();
    parser.skipChildren();
    int end =
        token.isStructStart() || token == JsonToken.VALUE_STRING
            ? (int) parser.currentLocation().getCharOffset()
            : start + parser.getTextLength();
    if (parser.getParsingContext().inObject()) {
      start = beforeSpace(json, start);
      end = afterSpace(json, end);
    }
    return new Value(
        token,
        json.substring(start, end),
        token == JsonToken.VALUE_NULL ? Optional.empty() : scalar);
  }

  private static int beforeSpace(String json, int at) {
    int start = at;
    while (isSpace(json.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static int afterSpace(String json, int at) {
    int end = at;
    while (end < json.length() && isSpace(json.charAt(end))) {
      end++;
    }
    return end;
  }

  /** RFC 8259, section 2. */
  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static String kind(JsonToken token) {
    if (token == null) {
      return "MISSING";
    }
    return switch (token) {
      case START_ARRAY -> "ARRAY";
      case VALUE_STRING -> "STRING";
      case VALUE_NULL -> "NULL";
      case VALUE_TRUE, VALUE_FALSE -> "BOOLEAN";
      default -> "NUMBER";
    };
  }

  private static UnusableEventException notJson(String what, JsonLocation place) {
    return new UnusableEventException(
        what
            + " is not JSON"
            + (place == null ? "" : ": fails at character " + place.getCharOffset())
            + "; does something other than the relay send here?"
            + BEHIND_A_BUS);
  }

  /** One text field of each member: SNS and SQS write attributes like this. */
  static Map<String, String> texts(Map<String, Value> members, String field) {
    Map<String, String> texts = new LinkedHashMap<>();
    members.forEach(
        (name, member) -> {
          if (member.isObject()) {
            Value value = members(member.json(), "the attribute").get(field);
            if (value != null && value.isText()) {
              texts.put(name, value.scalar().orElse(""));
            }
          }
        });
    return texts;
  }
}
