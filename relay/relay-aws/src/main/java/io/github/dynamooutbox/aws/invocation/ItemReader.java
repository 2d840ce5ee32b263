package io.github.dynamooutbox.aws.invocation;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads an item in DynamoDB's JSON from the token stream.
 *
 * <p>A value of an unknown type, or one that does not fit its type, becomes a {@code NULL}: the
 * codec then finds it where it expects something else, and the fault stays with that one record
 * instead of failing the batch.
 */
final class ItemReader {
  private ItemReader() {}

  /** Reads an item or map; the parser stands at its opening brace and ends at its closing one. */
  static Item item(JsonParser json) throws IOException {
    Item.Builder item = Item.builder();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      if (!item.putIfAbsent(name, attribute(json))) {
        throw twice(json);
      }
    }
    return item.build();
  }

  /** A member is there twice, which JSON parsers read differently, or a value has two types. */
  static JsonParseException twice(JsonParser json) {
    return new JsonParseException(json, "a member is there twice");
  }

  private static Attribute attribute(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return Attribute.nullValue();
    }
    Attribute attribute = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      if (attribute != null) {
        throw twice(json);
      }
      String type = json.currentName();
      JsonToken value = json.nextToken();
      attribute = typed(type, value, json);
      // Does nothing where the value was read: the parser then stands at its end.
      json.skipChildren();
    }
    return attribute == null ? Attribute.nullValue() : attribute;
  }

  private static Attribute typed(String type, JsonToken value, JsonParser json) throws IOException {
    return switch (type) {
      case "S" -> text(Attribute::string, value, json);
      case "N" -> text(Attribute::number, value, json);
      case "B" -> binary(value, json);
      case "BOOL" ->
          value.isBoolean() ? Attribute.bool(value == JsonToken.VALUE_TRUE) : Attribute.nullValue();
      case "M" ->
          value == JsonToken.START_OBJECT ? Attribute.map(item(json)) : Attribute.nullValue();
      case "L" -> list(value, json);
      case "SS" -> texts(Attribute::stringSet, value, json);
      case "NS" -> texts(Attribute::numberSet, value, json);
      case "BS" -> binaries(value, json);
      default -> Attribute.nullValue();
    };
  }

  private static Attribute text(Function<String, Attribute> type, JsonToken value, JsonParser json)
      throws IOException {
    return value == JsonToken.VALUE_STRING ? type.apply(json.getText()) : Attribute.nullValue();
  }

  private static Attribute binary(JsonToken value, JsonParser json) throws IOException {
    byte[] bytes = value == JsonToken.VALUE_STRING ? decoded(json.getText()) : null;
    return bytes == null ? Attribute.nullValue() : Attribute.binary(bytes);
  }

  private static Attribute list(JsonToken value, JsonParser json) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      return Attribute.nullValue();
    }
    List<Attribute> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(attribute(json));
    }
    return Attribute.list(elements);
  }

  private static Attribute texts(
      Function<List<String>, Attribute> type, JsonToken value, JsonParser json) throws IOException {
    List<String> texts = value == JsonToken.START_ARRAY ? strings(json) : null;
    return texts == null ? Attribute.nullValue() : type.apply(texts);
  }

  private static Attribute binaries(JsonToken value, JsonParser json) throws IOException {
    List<String> texts = value == JsonToken.START_ARRAY ? strings(json) : null;
    if (texts == null) {
      return Attribute.nullValue();
    }
    List<byte[]> binaries = new ArrayList<>(texts.size());
    for (String text : texts) {
      byte[] bytes = decoded(text);
      if (bytes == null) {
        return Attribute.nullValue();
      }
      binaries.add(bytes);
    }
    return Attribute.binarySet(binaries);
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
