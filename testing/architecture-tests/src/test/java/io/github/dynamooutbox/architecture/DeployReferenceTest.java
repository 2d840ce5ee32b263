package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of context keys names each key once, with its default. */
class DeployReferenceTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A row of a table: key, default, whatever stands between, effect. */
  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\|([^|]*)\\|(?:[^|]*\\|)*?([^|]*)\\|");

  private record Row(String standard, String effect) {}

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
