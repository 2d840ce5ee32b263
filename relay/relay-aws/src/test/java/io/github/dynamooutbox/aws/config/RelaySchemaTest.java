package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelaySchemaTest {
  /** Has what all kinds share, and the name of a section. */
  private static final TargetFactory TABLE = new Kind();

  @Test
  void knowsAKindOfOnesOwnBesideThoseOfTheRelay() throws JsonProcessingException {
    assertThat(problems("{\"type\": \"table\", \"path\": \"/a\", \"ordered\": true}")).isEmpty();
    assertThat(problems("{\"type\": \"eventbridge\", \"busName\": \"orders\"}")).isEmpty();
    assertThat(problems("{\"type\": \"table\", \"path\": \"/a\", \"inlinePayloadBytes\": 1}"))
        .isEmpty();
  }

  @Test
  void refusesWhatTheKindsOwnSchemaRefuses() throws JsonProcessingException {
    assertThat(problems("{\"type\": \"table\"}").toString()).contains("path");
    assertThat(problems("{\"type\": \"table\", \"path\": \"/a\", \"pat\": 1}").toString())
        .contains("pat");
    assertThat(problems("{\"type\": \"table\", \"path\": \"/a\", \"ordered\": 7}").toString())
        .contains("ordered");
    assertThat(problems("{\"type\": \"rabbit\"}").toString()).contains("enumeration");
  }

  @Test
  void isThePublishedOneWhereThereIsNoOtherKind() {
    assertThat(RelaySchema.ofClassPath()).isEqualTo(RelaySchema.published());
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

  private static Set<ValidationMessage> problems(String target) throws JsonProcessingException {
    String document =
        """
        {"table": {"name": "orders"}, "targets": {"a": %s}, "routes": [{"to": ["a"]}]}
        """
            .formatted(target);
    Map<String, TargetFactory> kinds = new HashMap<>(TargetKinds.onClassPath());
    kinds.put("table", TABLE);
    return JsonSchemaFactory.getInstance(VersionFlag.V202012)
        .getSchema(PlainJson.lines(RelaySchema.of(kinds)))
        .validate(new JsonMapper().readTree(document));
  }

  private record Kind() implements TargetFactory {
    private static final Section KEYS = Section.of("A table.");

    static {
      KEYS.add(Key.text("path", TextRule.any("a path")).required("name it"));
      SendingKeys.of(1, SendingKeys.maxEntryBytes(2048, 2048)).in(KEYS);
    }

    @Override
    public String type() {
      return "table";
    }

    @Override
    public Section keys() {
      return KEYS;
    }

    @Override
    public TargetConfig read(String name, TargetFields fields) {
      throw new UnsupportedOperationException();
    }
  }
}
