package io.github.dynamooutbox.aws.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * JSON as plain values: maps in the order of the text, lists, texts, numbers, booleans and {@link
 * #NULL}. The streaming parser alone reads them: data binding would cost a function much of its
 * start. Stateless.
 */
public final class PlainJson {
  /** What stands for null. */
  public static final Object NULL = Nothing.NULL;

  private static final JsonFactory JSON = new JsonFactory();

  private enum Nothing {
    NULL
  }

  private PlainJson() {}

  /**
   * Reads a text, and reports what would silently be lost: all but the last of equal keys, and
   * content after the end.
   *
   * @param problems receives the path of what is lost, and what to do
   * @return the value; empty if there is none
   * @throws com.fasterxml.jackson.core.JsonProcessingException if it is not JSON
   */
  public static Optional<Object> read(String text, BiConsumer<String, String> problems)
      throws IOException {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        return Optional.empty();
      }
      Object value = value(parser, "", problems);
      boolean hasMore = false;
      while (parser.nextToken() != null) {
        hasMore = true;
      }
      if (hasMore) {
        problems.accept("", "has content after its end");
      }
      return Optional.of(value);
    }
  }

  private static Object value(JsonParser parser, String at, BiConsumer<String, String> problems)
      throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          String path = at.isEmpty() ? key : at + "." + key;
          if (object.containsKey(key)) {
            problems.accept(path, "this key occurs twice; keep one");
          }
          parser.nextToken();
          object.put(key, value(parser, path, problems));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser, at + "[" + list.size() + "]", problems));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> NULL;
    };
  }

  /** The value at a path of keys; empty where there is none. */
  public static Optional<Object> at(Object json, String... keys) {
    Object value = json;
    for (String key : keys) {
      if (!(value instanceof Map<?, ?> object) || !object.containsKey(key)) {
        return Optional.empty();
      }
      value = object.get(key);
    }
    return Optional.of(value);
  }

  /** A number without a fraction that fits; empty for every other value. */
  public static OptionalLong whole(Object json) {
    if (json instanceof Integer || json instanceof Long) {
      return OptionalLong.of(((Number) json).longValue());
    }
    if (json instanceof Double number
        && number == Math.rint(number)
        && Math.abs(number) < Long.MAX_VALUE) {
      return OptionalLong.of(number.longValue());
    }
    return OptionalLong.empty();
  }

  /** The shortest text of a value. Maps without an order of their own are written by name. */
  public static String text(Object json) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      write(json, generator);
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return text.toString();
  }

  /** A text of a value for people, with a line for each key. */
  public static String lines(Object json) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      generator.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indenter));
      write(json, generator);
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return text.toString();
  }

  private static void write(Object json, JsonGenerator generator) throws IOException {
    if (json instanceof Map<?, ?> object) {
      generator.writeStartObject();
      Map<?, ?> ordered = object instanceof LinkedHashMap ? object : new TreeMap<>(object);
      for (Map.Entry<?, ?> member : ordered.entrySet()) {
        generator.writeFieldName(String.valueOf(member.getKey()));
        write(member.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (json instanceof List<?> list) {
      generator.writeStartArray();
      for (Object element : list) {
        write(element, generator);
      }
      generator.writeEndArray();
    } else if (json instanceof Boolean flag) {
      generator.writeBoolean(flag);
    } else if (json instanceof Integer || json instanceof Long) {
      generator.writeNumber(((Number) json).longValue());
    } else if (json instanceof BigInteger number) {
      generator.writeNumber(number);
    } else if (json instanceof BigDecimal number) {
      generator.writeNumber(number);
    } else if (json instanceof Number number) {
      generator.writeNumber(number.doubleValue());
    } else if (json == NULL) {
      generator.writeNull();
    } else {
      generator.writeString(String.valueOf(json));
    }
  }
}
