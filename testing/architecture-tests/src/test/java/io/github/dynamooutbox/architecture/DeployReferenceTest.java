package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of what can be set for a deployment name each key once, with default and effect. */
class DeployReferenceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern REFERENCE = Pattern.compile("#/\\$defs/(\\w+)");

  /** A row of a table: key, default, whatever stands between, effect. */
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\|([^|]*)\\|(?:[^|]*\\|)*?([^|]*)\\|");

  private record Row(String standard, String effect) {}

  @Test
  void knowsEveryKeyOfTheInfrastructureAndNoOther() throws IOException {
    JsonNode schema = ConfigurationSchema.read();
    Map<String, JsonNode> keys = new LinkedHashMap<>();
    collect(schema, schema.path("$defs").path("infrastructure"), "", keys);
    Map<String, Row> rows = rows("docs/configuration.md", "## `infrastructure`");

    assertThat(keys).hasSizeGreaterThan(30);
    assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(keys.keySet());
    keys.forEach(
        (key, definition) ->
            assertIsDocumented(key, Objects.requireNonNull(rows.get(key)), definition));
  }

  @Test
  void knowsEveryKeyOfTheContextWithItsDefault() throws IOException {
    Map<String, Row> rows = rows("docs/deploy.md", "## Context keys");
    JsonNode context =
        JSON.readTree(Repository.file("infra-cdk/cdk.json").toFile()).path("context");

    assertThat(rows).containsKey("config");
    context
        .properties()
        .forEach(
            each -> {
              if (!each.getKey().startsWith("@")) {
                assertThat(rows).containsKey(each.getKey());
              }
              if (!each.getKey().startsWith("@") && each.getValue().isTextual()) {
                assertThat(rows.get(each.getKey()))
                    .extracting(Row::standard)
                    .isEqualTo("`" + each.getValue().asText() + "`");
              }
            });
  }

  private static void assertIsDocumented(String key, Row row, JsonNode definition) {
    assertThat(row.effect()).as("effect of " + key).isNotEmpty();
    JsonNode standard = definition.get("default");
    if (standard != null) {
      assertThat(row.standard()).as("default of " + key).isEqualTo("`" + standard.asText() + "`");
    }
  }

  private static void collect(
      JsonNode schema, JsonNode section, String path, Map<String, JsonNode> keys) {
    section
        .path("properties")
        .properties()
        .forEach(
            each -> {
              JsonNode definition = each.getValue();
              Matcher reference = REFERENCE.matcher(definition.path("$ref").asText());
              if (reference.matches()) {
                definition = schema.path("$defs").path(reference.group(1));
              }
              keys.put(path + each.getKey(), definition);
              collect(schema, definition, path + each.getKey() + ".", keys);
            });
  }

  private static Map<String, Row> rows(String file, String heading) throws IOException {
    List<String> lines = Files.readAllLines(Repository.file(file));
    Map<String, Row> rows = new LinkedHashMap<>();
    boolean inside = false;
    for (String line : lines) {
      if (line.startsWith("## ")) {
        inside = line.startsWith(heading);
      }
      Matcher row = ROW.matcher(line);
      if (inside && row.matches()) {
        Row documented = new Row(row.group(2).strip(), row.group(3).strip());
        assertThat(rows.put(row.group(1), documented)).as(row.group(1) + " twice").isNull();
      }
    }
    return rows;
  }
}
