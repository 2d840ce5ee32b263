package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an item in DynamoDB's JSON from the token stream.
 *
 * <p>A value of a type that is not known here, or that does not fit its type, becomes a {@code
 * NULL}: the codec then finds it where it expects something else, and the fault stays with that one
 * record instead of failing the batch.
 */
final class ItemReader {
  private ItemReader() {}

  /** Reads an item or map; the parser stands at its opening brace and ends at its closing one. */
  static ItemView item(JsonParser json) throws IOException {
    Map<String, AttributeView> attributes = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      attributes.put(name, attribute(json));
    }
    return new JsonItem(attributes);
  }

  private static AttributeView attribute(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return JsonAttribute.NULL;
    }
    AttributeView attribute = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String type = json.currentName();
      JsonToken value = json.nextToken();
      attribute = typed(type, value, json);
      // Does nothing where the value was read: the parser then stands at its end.
      json.skipChildren();
    }
    return attribute == null ? JsonAttribute.NULL : attribute;
  }

  private static AttributeView typed(String type, JsonToken value, JsonParser json)
      throws IOException {
    return switch (type) {
      case "S" -> text(AttributeType.S, value, json);
      case "N" -> text(AttributeType.N, value, json);
      case "B" -> binary(value, json);
      case "BOOL" ->
          value.isBoolean()
              ? new JsonAttribute(AttributeType.BOOL, value == JsonToken.VALUE_TRUE)
              : JsonAttribute.NULL;
      case "M" ->
          value == JsonToken.START_OBJECT
              ? new JsonAttribute(AttributeType.M, item(json))
              : JsonAttribute.NULL;
      case "L" -> list(value, json);
      case "SS" -> texts(AttributeType.SS, value, json);
      case "NS" -> texts(AttributeType.NS, value, json);
      case "BS" -> binaries(value, json);
      default -> JsonAttribute.NULL;
    };
  }

  private static AttributeView text(AttributeType type, JsonToken value, JsonParser json)
      throws IOException {
    return value == JsonToken.VALUE_STRING
        ? new JsonAttribute(type, json.getText())
        : JsonAttribute.NULL;
  }

  private static AttributeView binary(JsonToken value, JsonParser json) throws IOException {
    byte[] bytes = value == JsonToken.VALUE_STRING ? decoded(json.getText()) : null;
    return bytes == null ? JsonAttribute.NULL : new JsonAttribute(AttributeType.B, bytes);
  }

  private static AttributeView list(JsonToken value, JsonParser json) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      return JsonAttribute.NULL;
    }
    List<AttributeView> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(attribute(json));
    }
    return new JsonAttribute(AttributeType.L, elements);
  }

  private static AttributeView texts(AttributeType type, JsonToken value, JsonParser json)
      throws IOException {
    List<String> texts = value == JsonToken.START_ARRAY ? strings(json) : null;
    return texts == null ? JsonAttribute.NULL : new JsonAttribute(type, texts);
  }

  private static AttributeView binaries(JsonToken value, JsonParser json) throws IOException {
    List<String> texts = value == JsonToken.START_ARRAY ? strings(json) : null;
    if (texts == null) {
      return JsonAttribute.NULL;
    }
    List<byte[]> binaries = new ArrayList<>(texts.size());
    for (String text : texts) {
      byte[] bytes = decoded(text);
      if (bytes == null) {
        return JsonAttribute.NULL;
      }
      binaries.add(bytes);
    }
    return new JsonAttribute(AttributeType.BS, binaries);
  }

  /** The array's strings, or null if it holds anything else; read to its end in any case. */
  private static @Nullable List<String> strings(JsonParser json) throws IOException {
    List<String> strings = new ArrayList<>();
    boolean onlyStrings = true;
    for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
      if (next == JsonToken.VALUE_STRING) {
        strings.add(json.getText());
      } else {
        onlyStrings = false;
        json.skipChildren();
      }
    }
    return onlyStrings ? strings : null;
  }

  private static byte @Nullable [] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return null; // Not readable: see above.
    }
  }
}
