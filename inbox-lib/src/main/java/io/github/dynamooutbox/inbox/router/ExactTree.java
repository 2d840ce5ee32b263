package io.github.dynamooutbox.inbox.router;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Reads JSON as a tree in which numbers keep their value and are written again as they were read:
 * {@code 10.10}, {@code 1e400} and {@code -0} included.
 */
final class ExactTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ExactTree() {}

  /** A number that is written as it was read. */
  private static final class ExactNumber extends BigDecimal {
    private static final long serialVersionUID = 1;

    private final String text;

    ExactNumber(String text) {
      super(text);
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static JsonNode exact(String text) {
    return DecimalNode.valueOf(new ExactNumber(text));
  }

  /**
   * Reads the next value. As deep as the parser's own limit allows.
   *
   * @throws IOException if there is none, or it is not JSON
   */
  static JsonNode read(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    if (token == null) {
      throw new EOFException("no value");
    }
    return value(token, json);
  }

  private static JsonNode value(JsonToken token, JsonParser json) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> array(json);
      case VALUE_STRING -> NODES.textNode(json.getText());
      case VALUE_NUMBER_INT -> integer(json);
      case VALUE_NUMBER_FLOAT -> exact(json.getText());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private static JsonNode object(JsonParser json) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      object.set(name, value(json.nextToken(), json));
    }
    return object;
  }

  private static JsonNode array(JsonParser json) throws IOException {
    ArrayNode array = NODES.arrayNode();
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      array.add(value(token, json));
    }
    return array;
  }

  private static JsonNode integer(JsonParser json) throws IOException {
    return switch (json.getNumberType()) {
      case INT -> json.getText().equals("-0") ? exact("-0") : NODES.numberNode(json.getIntValue());
      case LONG -> NODES.numberNode(json.getLongValue());
      default -> NODES.numberNode(new BigInteger(json.getText()));
    };
  }
}
