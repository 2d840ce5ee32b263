package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * The JSON Schema of the document: finds mistakes of its infrastructure, and knows the defaults.
 * The relay's part is checked by the relay's reader.
 */
final class ConfigSchema {
  private static final String RESOURCE = "outbox-config.schema.json";

  private final JsonNode schema = read();
  private final JsonSchema validator =
      JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(ofInfrastructure(schema));

  private static JsonNode ofInfrastructure(JsonNode schema) {
    ObjectNode part = JsonNodeFactory.instance.objectNode();
    part.set("$defs", schema.path("$defs"));
    part.putObject("properties").putObject("infrastructure").put("$ref", "#/$defs/infrastructure");
    return part;
  }

  /** All mistakes of the infrastructure that a schema can see, one line each. */
  List<String> mistakes(JsonNode document) {
    return validator.validate(document).stream()
        .map(message -> Mistake.describe(message, schema))
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .toList();
  }

  /** The object at {@code section}, or an empty one, with the defaults of the definition. */
  ObjectNode withDefaults(JsonNode section, String definition) {
    ObjectNode filled =
        section instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    schema
        .path("$defs")
        .path(definition)
        .path("properties")
        .properties()
        .forEach(
            property -> {
              JsonNode standard = property.getValue().get("default");
              if (standard != null && !filled.has(property.getKey())) {
                filled.set(property.getKey(), standard);
              }
            });
    return filled;
  }

  private static JsonNode read() {
    try (InputStream json = ConfigSchema.class.getResourceAsStream(RESOURCE)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(json, RESOURCE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
