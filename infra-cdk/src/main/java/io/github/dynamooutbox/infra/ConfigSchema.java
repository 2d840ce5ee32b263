package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.github.dynamooutbox.aws.config.RelaySchema;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import java.util.List;

/**
 * The JSON Schema of the document: finds errors of its infrastructure. The relay's part is checked
 * by the relay's reader.
 */
final class ConfigSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode schema = read();
  private final JsonSchema validator =
      JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(ofInfrastructure(schema));

  private static JsonNode ofInfrastructure(JsonNode schema) {
    ObjectNode part = JsonNodeFactory.instance.objectNode();
    part.set("$defs", schema.path("$defs"));
    part.putObject("properties").putObject("infrastructure").put("$ref", "#/$defs/infrastructure");
    return part;
  }

  /** All errors of the infrastructure that a schema can see, one line each. */
  List<String> problems(JsonNode document) {
    return validator.validate(document).stream()
        .map(message -> DocumentProblem.describe(message, schema))
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .toList();
  }

  /** The object at {@code section}, or an empty one, with the defaults of its keys. */
  static ObjectNode withDefaults(JsonNode section, Section keys) {
    ObjectNode filled =
        section instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    for (Key<?> key : keys.keys()) {
      if (!filled.has(key.name())) {
        key.standard().ifPresent(value -> filled.set(key.name(), JSON.valueToTree(value)));
      }
    }
    return filled;
  }

  private static JsonNode read() {
    try {
      return JSON.readTree(RelaySchema.published());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the schema is JSON", e);
    }
  }
}
