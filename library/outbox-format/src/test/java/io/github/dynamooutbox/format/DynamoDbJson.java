package io.github.dynamooutbox.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;

/** Reads golden items, which are kept as DynamoDB writes them in JSON. */
final class DynamoDbJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private DynamoDbJson() {}

  static Item golden(String name) {
    try (InputStream in = DynamoDbJson.class.getResourceAsStream("/golden/" + name + ".json")) {
      return item(MAPPER.readTree(Objects.requireNonNull(in, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Item item(JsonNode json) {
    Item.Builder item = Item.builder();
    json.properties().forEach(entry -> item.put(entry.getKey(), attribute(entry.getValue())));
    return item.build();
  }

  private static Attribute attribute(JsonNode json) {
    Map.Entry<String, JsonNode> typed = json.properties().iterator().next();
    JsonNode value = typed.getValue();
    return switch (AttributeType.valueOf(typed.getKey())) {
      case S -> Attribute.string(value.textValue());
      case N -> Attribute.number(value.textValue());
      case B -> Attribute.binary(bytes(value));
      case BOOL -> Attribute.bool(value.booleanValue());
      case NULL -> Attribute.nullValue();
      case M -> Attribute.map(item(value));
      case L -> Attribute.list(elements(value).stream().map(DynamoDbJson::attribute).toList());
      case SS -> Attribute.stringSet(elements(value).stream().map(JsonNode::textValue).toList());
      case NS -> Attribute.numberSet(elements(value).stream().map(JsonNode::textValue).toList());
      case BS -> Attribute.binarySet(elements(value).stream().map(DynamoDbJson::bytes).toList());
    };
  }

  private static List<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private static byte[] bytes(JsonNode base64) {
    return Base64.getDecoder().decode(base64.textValue());
  }
}
