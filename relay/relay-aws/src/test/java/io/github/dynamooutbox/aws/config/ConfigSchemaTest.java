package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The published schema and the relay's own reader accept and refuse the same documents. */
class ConfigSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** What a schema cannot say: how one part of the document depends on another. */
  private static final Pattern BEYOND_SCHEMA =
      Pattern.compile(
          "no target \"|must not be above|must not be below|is not the ARN of|outbox schema:"
              + "|not an event pattern");

  private final JsonNode schema = json(RelaySchema.published());
  private final JsonSchema validator =
      JsonSchemaFactory.getInstance(VersionFlag.V202012)
          .getSchema(schema, SchemaValidatorsConfig.builder().failFast(true).build());

  @Test
  void agreeOnEveryMutationOfADocumentWithEveryKey() {
    JsonNode full = read("full-config.json");
    assertThat(agreedToAccept(full)).isTrue();
    List<JsonNode> mutations = new ArrayList<>();
    mutate(full, full, mutations);
    long accepted = mutations.stream().filter(this::agreedToAccept).count();
    // Both kinds must occur, or the comparison says nothing.
    assertThat(accepted).isBetween(100L, mutations.size() - 1000L);
  }

  @Test
  void theDeclaredDefaultsAreTheReaders() {
    ObjectNode brief = (ObjectNode) minimal();
    brief.withObject("/controlTable").put("name", "control");
    ObjectNode explicit = brief.deepCopy();
    putDefaults(explicit.withObject("/table"), TableReader.KEYS);
    putDefaults(explicit.withObject("/controlTable"), ControlReader.KEYS);
    putDefaults(explicit.withObject("/relay"), RelayReader.KEYS);
    Map<String, TargetFactory> kinds = TargetKinds.onClassPath();
    for (JsonNode target : explicit.path("targets")) {
      ObjectNode fields = (ObjectNode) target;
      Section keys = kinds.get(fields.path("type").asText()).keys();
      assertThat(putDefaults(fields, keys)).isGreaterThan(4);
      putDefault(fields, TargetReader.INLINE);
    }
    assertThat(RelayConfig.parse(explicit.toString()))
        .isEqualTo(RelayConfig.parse(brief.toString()));
    assertThat(explicit.at("/relay/backoff/capMillis").asInt()).isEqualTo(5000);
  }

  @Test
  void everyKeyIsDescribedAndSaysWhoReadsIt() {
    List<String> seen = new ArrayList<>();
    schema.path("properties").properties().forEach(e -> check(e.getKey(), e.getValue(), seen));
    for (JsonNode definition : schema.path("$defs")) {
      definition
          .path("properties")
          .properties()
          .forEach(e -> check(e.getKey(), e.getValue(), seen));
    }
    assertThat(seen).contains("busArn", "windowBytes", "drop", "capMillis");
  }

  private void check(String key, JsonNode declared, List<String> seen) {
    if (key.equals("type") && declared.has("const")) {
      return;
    }
    seen.add(key);
    String ref = declared.path("$ref").asText("");
    JsonNode shared = ref.isEmpty() ? declared : schema.at(ref.substring(1));
    for (String about : List.of("description", "x-reader")) {
      assertThat(declared.has(about) || shared.has(about)).as("%s of %s", about, key).isTrue();
    }
    JsonNode reader =
        declared.has("x-reader") ? declared.path("x-reader") : shared.path("x-reader");
    assertThat(reader.asText()).isIn("relay", "infrastructure", "both");
    declared.path("properties").properties().forEach(e -> check(e.getKey(), e.getValue(), seen));
    declared
        .at("/items/properties")
        .properties()
        .forEach(e -> check(e.getKey(), e.getValue(), seen));
  }

  /** Whether the schema takes the document; that the reader says the same is asserted. */
  private boolean agreedToAccept(JsonNode document) {
    Set<ValidationMessage> bySchema = validator.validate(document);
    List<String> byReader = refused(document);
    if (bySchema.isEmpty()) {
      assertThat(byReader)
          .as("the schema takes %s", document)
          .allMatch(problem -> BEYOND_SCHEMA.matcher(problem).find());
    } else {
      assertThat(byReader).as("the schema refuses %s: %s", document, bySchema).isNotEmpty();
    }
    return bySchema.isEmpty();
  }

  private static List<String> refused(JsonNode document) {
    try {
      RelayConfig.parse(document.toString());
      return List.of();
    } catch (ConfigException e) {
      return e.problems();
    }
  }

  /** Replaces, removes and adds at every place of the document. */
  private static void mutate(JsonNode root, JsonNode at, List<JsonNode> mutations) {
    if (at instanceof ObjectNode object) {
      for (String key : names(object)) {
        JsonNode kept = object.get(key);
        object.remove(key);
        mutations.add(root.deepCopy());
        for (JsonNode other : others(kept)) {
          object.set(key, other);
          mutations.add(root.deepCopy());
        }
        object.set(key, kept);
        mutate(root, kept, mutations);
      }
      object.put("unknown", 1);
      mutations.add(root.deepCopy());
      object.remove("unknown");
    } else if (at instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        JsonNode kept = array.get(i);
        for (JsonNode other : others(kept)) {
          array.set(i, other);
          mutations.add(root.deepCopy());
        }
        array.set(i, kept);
        mutate(root, kept, mutations);
      }
      array.addAll(array.deepCopy());
      mutations.add(root.deepCopy());
      for (int i = array.size() / 2; i > 0; i--) {
        array.remove(array.size() - 1);
      }
    }
  }

  private static List<JsonNode> others(JsonNode kept) {
    List<JsonNode> others = new ArrayList<>();
    others.add(NODES.nullNode());
    others.add(NODES.booleanNode(true));
    others.add(NODES.booleanNode(false));
    others.add(NODES.textNode("x y"));
    others.add(NODES.textNode("abc"));
    others.add(NODES.arrayNode());
    others.add(NODES.arrayNode().add(1));
    others.add(NODES.objectNode());
    for (String number : List.of("0", "5.0", "5.5", "11", "1e3", "99999999999")) {
      others.add(json(number));
    }
    others.removeIf(other -> other.equals(kept));
    return others;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The number of keys that have a default. */
  private static int putDefaults(ObjectNode fields, Section section) {
    int defaults = 0;
    for (Key<?> key : section.keys()) {
      if (key.within().isPresent()) {
        defaults += putDefaults(fields.withObject("/" + key.name()), key.within().get());
      }
      defaults += putDefault(fields, key) ? 1 : 0;
    }
    return defaults;
  }

  private static boolean putDefault(ObjectNode fields, Key<?> key) {
    key.standard().ifPresent(value -> fields.set(key.name(), JSON.valueToTree(value)));
    return key.standard().isPresent();
  }

  private static JsonNode minimal() {
    return json(
        """
        {"table": {"name": "orders"},
         "targets": {"bus": {"type": "eventbridge", "busName": "orders"},
                     "audit": {"type": "kinesis", "streamName": "audit"},
                     "shop": {"type": "eventbridgev2", "busName": "shop"},
                     "news": {"type": "sns", "topicName": "news"},
                     "work": {"type": "sqs", "queueName": "work"}},
         "routes": [{"to": ["bus", "audit", "shop", "news", "work"]}]}
        """);
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode read(String resource) {
    try (InputStream json = ConfigSchemaTest.class.getResourceAsStream(resource)) {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
