package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The configuration reference names every key of the schema, with its default. */
class ConfigurationReferenceTest {

  @Test
  void namesEveryKeyWithItsDefault() throws IOException {
    List<String> rows = Files.readAllLines(Repository.file("docs/configuration.md"));
    List<Map.Entry<String, JsonNode>> keys = keysOf(ConfigurationSchema.read());

    assertThat(keys).hasSizeGreaterThan(40);
    assertThat(keys)
        .allSatisfy(
            key ->
                assertThat(rows)
                    .as("a row for %s with default %s", key.getKey(), key.getValue().get("default"))
                    .anyMatch(
                        row -> names(row, key.getKey()) && showsDefault(row, key.getValue())));
  }

  private static boolean names(String row, String key) {
    return row.contains("`" + key + "`") || row.contains("." + key + "`");
  }

  private static boolean showsDefault(String row, JsonNode key) {
    JsonNode standard = key.get("default");
    return standard == null || row.contains("`" + standard.asText() + "`");
  }

  private static List<Map.Entry<String, JsonNode>> keysOf(JsonNode schema) {
    List<Map.Entry<String, JsonNode>> keys = new ArrayList<>();
    for (JsonNode node : schema) {
      keys.addAll(keysOf(node));
    }
    JsonNode properties = schema.get("properties");
    if (properties != null && schema.has("type")) {
      properties.properties().forEach(keys::add);
    }
    keys.removeIf(key -> key.getKey().equals("$schema"));
    return keys;
  }
}
