package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.internal.inline.InliningConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema of the document, for editors, with all kinds of targets that are on the class
 * path: the published one has only the built-in kinds.
 */
public final class RelaySchema {
  private static final String RESOURCE = "outbox-config.schema.json";
  private static final JsonMapper JSON = new JsonMapper();

  private RelaySchema() {}

  /**
   * Writes the schema to a file: {@code java -cp <class path>
   * io.github.dynamooutbox.aws.config.RelaySchema <file>}.
   *
   * @param arguments the file, which is replaced if it exists
   * @throws IllegalArgumentException unless there is exactly one argument
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("Give the file that the schema is to be written to");
    }
    Files.writeString(Path.of(arguments[0]), ofClassPath());
  }

  /**
   * The schema, as JSON.
   *
   * @throws ConfigException if a kind cannot be used, or its schema is not a JSON object
   */
  public static String ofClassPath() {
    return of(TargetKinds.onClassPath()).toPrettyString();
  }

  static ObjectNode of(Map<String, TargetFactory> kinds) {
    ObjectNode schema = published();
    ObjectNode definitions = schema.withObject("/$defs");
    ObjectNode target = definitions.withObject("/target");
    ArrayNode types = target.withArray("/properties/type/enum");
    List<String> known = types.valueStream().map(JsonNode::asText).toList();
    kinds.forEach(
        (type, kind) -> {
          if (!known.contains(type)) {
            String definition = "target-" + type;
            types.add(type);
            definitions.set(definition, schemaOf(kind));
            ObjectNode when = target.withArray("/allOf").addObject();
            when.withObject("/if").putArray("required").add("type");
            when.withObject("/if/properties/type").put("const", type);
            when.withObject("/then").put("$ref", "#/$defs/" + definition);
          }
        });
    return schema;
  }

  private static ObjectNode published() {
    try (InputStream json = RelaySchema.class.getResourceAsStream(RESOURCE)) {
      return (ObjectNode) JSON.readTree(Objects.requireNonNull(json, RESOURCE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode schemaOf(TargetFactory kind) {
    try {
      if (JSON.readTree(kind.schema()) instanceof ObjectNode schema) {
        // This key is the document's own, whatever the kind.
        schema
            .withObject("/properties/" + InliningConfig.KEY)
            .put("$ref", "#/$defs/" + InliningConfig.KEY);
        return schema;
      }
    } catch (JsonProcessingException e) {
      throw noObject(kind, e);
    }
    throw noObject(kind, null);
  }

  private static ConfigException noObject(TargetFactory kind, @Nullable Exception cause) {
    return new ConfigException(
        "kinds of targets: the schema of %s is not a JSON object"
            .formatted(kind.getClass().getName()),
        cause);
  }
}
