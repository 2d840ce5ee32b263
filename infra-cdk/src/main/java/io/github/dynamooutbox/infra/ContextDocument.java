package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes the document from the CDK's context: under {@code config}, an object or the path of a file;
 * and under {@code outbox.} and a path in it, single values that replace those of the document.
 */
final class ContextDocument {
  static final String KEY = "config";
  private static final String OVERRIDE = "outbox.";

  /** More than any document has, and few enough for whatever walks it. */
  private static final int LEVELS = 100;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ContextDocument() {}

  /**
   * @param context all keys
   * @return JSON, or whatever the file contains in its place
   * @throws ConfigException if there is none, or an override cannot be applied
   */
  static String of(Map<?, ?> context) {
    String text = text(context.get(KEY));
    TreeMap<String, Object> overrides = new TreeMap<>();
    context.forEach(
        (key, value) -> {
          if (String.valueOf(key).startsWith(OVERRIDE)) {
            overrides.put(String.valueOf(key), value);
          }
        });
    if (overrides.isEmpty()) {
      return text;
    }
    if (!(tree(text) instanceof ObjectNode document)) {
      return text;
    }
    overrides.forEach((key, value) -> override(document, key, value));
    return document.toString();
  }

  private static String text(@Nullable Object config) {
    if (config instanceof Map<?, ?> object) {
      return json("context " + KEY, 0, object).toString();
    }
    if (!(config instanceof String file)) {
      throw new ConfigException(
          List.of(
              "context config: is missing: write the document into cdk.json's context, or name its"
                  + " file, -c config=outbox.json"));
    }
    return read(Path.of(file));
  }

  /**
   * The text of the file that holds the document.
   *
   * @throws ConfigException if it cannot be read
   */
  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      ConfigException unreadable =
          new ConfigException(
              List.of(
                  Files.exists(file)
                      ? "context config: \"" + file + "\" cannot be read: " + e
                      : "context config: there is no file \"" + file.toAbsolutePath() + "\""));
      unreadable.initCause(e);
      throw unreadable;
    }
  }

  private static void override(ObjectNode document, String key, Object value) {
    String[] path = key.substring(OVERRIDE.length()).split("\\.", -1);
    JsonNode json = json("context " + OVERRIDE + path[0], path.length, value);
    ObjectNode section = document;
    for (int i = 0; i < path.length - 1; i++) {
      JsonNode next = section.path(path[i]);
      if (next.isMissingNode()) {
        next = section.putObject(path[i]);
      }
      if (!(next instanceof ObjectNode object)) {
        throw new ConfigException(
            List.of(
                "context %s: \"%s\" is not an object; a list is replaced as a whole, -c 'outbox.routes=[...]'"
                    .formatted(key, path[i])));
      }
      section = object;
    }
    String last = path[path.length - 1];
    section.set(last, value(section.path(last), json));
  }

  /**
   * A value as JSON holds it.
   *
   * @param where it is given, for the message
   * @param level at which it stands in the document
   * @throws ConfigException if it is nested so deeply that to read it would overflow the stack
   */
  static JsonNode json(String where, int level, Object value) {
    if (isDeeper(value, LEVELS - level)) {
      throw new ConfigException(
          List.of(
              "%s: is nested more than %d levels deep, which no key needs; remove some"
                  .formatted(where, LEVELS)));
    }
    return JSON.valueToTree(value);
  }

  private static boolean isDeeper(Object value, int levels) {
    Collection<?> within =
        value instanceof Map<?, ?> object
            ? object.values()
            : value instanceof Collection<?> list ? list : List.of();
    return levels < 0 || within.stream().anyMatch(each -> isDeeper(each, levels - 1));
  }

  /**
   * The command line passes text only: unless it replaces a text, what can be read as JSON is JSON.
   */
  private static JsonNode value(JsonNode before, JsonNode value) {
    JsonNode read = before.isTextual() || !value.isTextual() ? value : tree(value.asText());
    return read.isMissingNode() ? value : read;
  }

  private static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      // Not JSON: the document's reader says where, and a value is taken as text.
      return JSON.missingNode();
    }
  }
}
