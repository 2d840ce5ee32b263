package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelaySchemaTest {
  /** Refers to what all kinds share, and has the name of a section. */
  private static final TargetFactory TABLE =
      new Kind(
          """
          {"type": "object", "additionalProperties": false, "required": ["type", "path"],
           "properties": {"type": {"const": "table"}, "path": {"type": "string"},
             "ordered": {"$ref": "#/$defs/ordered"}}}
          """);

  @Test
  void knowsAKindOfOnesOwnBesideThoseOfTheRelay() throws JsonProcessingException {
    assertThat(mistakes("{\"type\": \"table\", \"path\": \"/a\", \"ordered\": true}")).isEmpty();
    assertThat(mistakes("{\"type\": \"eventbridge\", \"busName\": \"orders\"}")).isEmpty();
    assertThat(mistakes("{\"type\": \"table\", \"path\": \"/a\", \"inlinePayloadBytes\": 1}"))
        .isEmpty();
  }

  @Test
  void refusesWhatTheKindsOwnSchemaRefuses() throws JsonProcessingException {
    assertThat(mistakes("{\"type\": \"table\"}").toString()).contains("path");
    assertThat(mistakes("{\"type\": \"table\", \"path\": \"/a\", \"pat\": 1}").toString())
        .contains("pat");
    assertThat(mistakes("{\"type\": \"table\", \"path\": \"/a\", \"ordered\": 7}").toString())
        .contains("ordered");
    assertThat(mistakes("{\"type\": \"rabbit\"}").toString()).contains("enumeration");
  }

  @Test
  void isThePublishedOneWhereThereIsNoOtherKind() throws JsonProcessingException {
    assertThat(new JsonMapper().readTree(RelaySchema.ofClassPath()))
        .isEqualTo(RelaySchema.of(Map.of()));
  }

  @Test
  void isWrittenToTheFileThatIsNamed(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("schema.json");
    RelaySchema.main(new String[] {file.toString()});
    assertThat(file).hasContent(RelaySchema.ofClassPath());

    assertThatThrownBy(() -> RelaySchema.main(new String[] {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the file");
  }

  @Test
  void saysWhoseSchemaIsNone() {
    for (String none : new String[] {"[]", "{"}) {
      assertThatThrownBy(() -> RelaySchema.of(Map.of("table", new Kind(none))))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(
              "the schema of io.github.dynamooutbox.aws.config.RelaySchemaTest$Kind");
    }
  }

  private static Set<ValidationMessage> mistakes(String target) throws JsonProcessingException {
    String document =
        """
        {"table": {"name": "orders"}, "targets": {"a": %s}, "routes": [{"to": ["a"]}]}
        """
            .formatted(target);
    return JsonSchemaFactory.getInstance(VersionFlag.V202012)
        .getSchema(RelaySchema.of(Map.of("table", TABLE)))
        .validate(new JsonMapper().readTree(document));
  }

  private record Kind(String schema) implements TargetFactory {
    @Override
    public String type() {
      return "table";
    }

    @Override
    public TargetConfig read(String name, TargetFields fields) {
      throw new UnsupportedOperationException();
    }
  }
}
