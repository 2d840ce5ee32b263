package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelaySchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The keys of the configuration, what they accept and their defaults are the ones on file, so that
 * a change shows in review. What may change when: docs/compatibility.md.
 */
class ConfigurationKeysTest {
  private static final Path FILE = Repository.file("docs/api/configuration.keys");
  private static final Path SCHEMA = Repository.file("docs/api/outbox-config.schema.json");
  private static final boolean WRITE = Boolean.getBoolean("outbox.api.write");

  @Test
  void makeThePublishedSchema() throws IOException {
    String schema = RelaySchema.published() + "\n";
    if (WRITE) {
      Files.writeString(SCHEMA, schema);
    }

    assertThat(SCHEMA).as("The schema. Write it as the keys below").hasContent(schema);
  }

  @Test
  void areTheOnesOnFile() throws IOException {
    String keys = ConfigurationKeys.of(ConfigurationSchema.read());
    if (WRITE) {
      Files.writeString(FILE, keys);
    }

    assertThat(keys.lines()).hasSizeGreaterThan(100);
    assertThat(FILE)
        .as(
            "The configuration's keys. docs/compatibility.md says which changes are allowed. If"
                + " this one is, write it down and commit it:%n./mvnw -q -pl :architecture-tests"
                + " -am test -Dtest=ConfigurationKeysTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Doutbox.api.write=true")
        .hasContent(keys);
  }

  /** The keys of a JSON Schema as text, a line for each: path, what it accepts, default, reader. */
  private static final class ConfigurationKeys {
    private static final Pattern REFERENCE = Pattern.compile("#/\\$defs/([\\w-]+)");
    private static final List<String> CONTRACT =
        List.of("type", "minimum", "maximum", "enum", "const", "pattern", "default", "x-reader");

    private final JsonNode schema;
    private final Deque<String> within = new ArrayDeque<>();
    private final List<String> lines = new ArrayList<>();

    private ConfigurationKeys(JsonNode schema) {
      this.schema = schema;
    }

    static String of(JsonNode schema) {
      ConfigurationKeys keys = new ConfigurationKeys(schema);
      keys.descend("", schema);
      return String.join("\n", keys.lines) + "\n";
    }

    private void descend(String path, JsonNode node) {
      Matcher reference = REFERENCE.matcher(node.path("$ref").asText());
      String name = reference.matches() ? reference.group(1) : "";
      if (!name.isEmpty()) {
        if (within.contains(name)) {
          return;
        }
        within.push(name);
        descend(path, schema.path("$defs").path(name));
        within.pop();
        return;
      }
      node.path("properties")
          .properties()
          .forEach(
              each -> {
                String key = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
                lines.add(key + contract(each.getValue()));
                descend(key, each.getValue());
              });
      if (node.path("additionalProperties").isObject()) {
        descend(path + ".*", node.path("additionalProperties"));
      }
      if (node.path("items").isObject()) {
        descend(path + "[]", node.path("items"));
      }
      for (JsonNode variant : node.path("allOf")) {
        JsonNode type = variant.path("if").path("properties").path("type").path("const");
        descend(path + "<" + type.asText() + ">", variant.path("then"));
      }
    }

    private String contract(JsonNode key) {
      StringBuilder text = new StringBuilder();
      JsonNode shared = key;
      Matcher reference = REFERENCE.matcher(key.path("$ref").asText());
      if (reference.matches()) {
        shared = schema.path("$defs").path(reference.group(1));
      }
      for (String word : CONTRACT) {
        JsonNode value = key.has(word) ? key.get(word) : shared.get(word);
        if (value != null) {
          text.append(' ').append(word).append('=').append(value);
        }
      }
      return text.toString();
    }
  }

  /** The published JSON Schema of the configuration. */
  private static final class ConfigurationSchema {
    private ConfigurationSchema() {}

    static JsonNode read() throws IOException {
      return new ObjectMapper().readTree(RelaySchema.published());
    }
  }
}
