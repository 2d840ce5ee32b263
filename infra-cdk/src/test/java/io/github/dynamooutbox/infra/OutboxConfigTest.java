package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxConfigTest {
  @Test
  void namesEachProblemByItsPathWithWhatWouldDo() {
    assertThat(
            problems(
                """
                {"table": {"nam": "orders"},
                 "relay": {"host": "ecs", "batchSize": 0},
                 "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
                 "routes": [{"to": ["bus"]}],
                 "infrastructure": {"function": {"logRetentionDays": 8}}}
                """))
        .contains(
            "relay.batchSize: 0 must be a whole number from 1 to 10000",
            "relay.host: \"ecs\" must be one of: kcl, lambda",
            "table.nam: unknown key; did you mean \"name\"?",
            "table.name: is missing: the name of the table that holds the outbox records")
        .anyMatch(
            each ->
                each.startsWith(
                    "infrastructure.function.logRetentionDays: 8 must be one of: 1, 3, 5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "startingPosition|\"LATEST\"|\"TRIM_HORIZON\"|Anything later loses what is committed while"
            + " the mapping is being created.",
        "reportItemFailures|false|true|Without partial batch responses one failed event causes its"
            + " whole batch to be sent again.",
        "parallelizationFactor|10|1|Above 1, Lambda keeps the order of each item but not of each"
            + " partition key, and the order of an aggregate is lost.",
        "maximumRetryAttempts|5|-1|A limit would discard events when a target is down for long; -1"
            + " means no limit.",
        "maximumRecordAgeSeconds|3600|-1|A limit would discard events when a target is down for"
            + " long; -1 means no limit."
      })
  void refusesAnotherValueOfAFixedSettingWithTheReason(
      String key, String value, String only, String reason) {
    String mapping = "{\"mapping\": {\"%s\": %s}}";

    assertThat(problems(with(mapping.formatted(key, value))))
        .containsExactly(
            "infrastructure.mapping.%s: %s must be %s. %s".formatted(key, value, only, reason));
    assertThat(OutboxConfig.parse(with(mapping.formatted(key, only)))).isNotNull();
  }

  @Test
  void saysWhichFileCannotBeReadAndWhereItIsNoJson() {
    assertThatThrownBy(() -> OutboxConfig.read(Path.of("absent.json")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the outbox configuration has 1 error:%n%s",
            "context config: there is no file \"%s\""
                .formatted(Path.of("absent.json").toAbsolutePath()))
        .hasCauseInstanceOf(NoSuchFileException.class);
    assertThat(problems("{\n \"table\": }")).singleElement().asString().contains("line 2");
  }

  @Test
  void listsAllProblemsInItsMessage() {
    String wrong = with("{}").replace("[\"bus\"]", "[\"bsu\", \"bsu\"]");
    assertThatThrownBy(() -> OutboxConfig.parse(wrong))
        .hasMessage(
            "the outbox configuration has %d errors:%n%s",
            problems(wrong).size(), String.join("\n", problems(wrong)));
    assertThat(problems(wrong)).hasSizeGreaterThan(1);
  }

  @Test
  void saysHowToReadADocumentOfSeveralStacks() throws IOException {
    String several = Files.readString(Path.of("examples/two-environments.json"));
    assertThatThrownBy(() -> OutboxConfig.parse(several))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("describes 2 stacks: use parseAll");
  }

  @Test
  void fillsInTheSchemasDefaults() {
    OutboxConfig config = OutboxConfig.parse(with("{}"));
    assertThat(config.stackName()).isEqualTo("Outbox-orders");
    assertThat(config.function()).isEqualTo(new FunctionSettings(1024, 60, 30));
    assertThat(config.mapping()).isEqualTo(new MappingSettings(500, 0, true));
    assertThat(config.table().deletionProtection()).isTrue();
    assertThat(config.table().retain()).isTrue();
    assertThat(config.redrives()).isTrue();
  }

  private static List<String> problems(String json) {
    return Problems.of(() -> OutboxConfig.parse(json));
  }

  private static String with(String infrastructure) {
    return """
    {"table": {"name": "orders"},
     "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
     "routes": [{"to": ["bus"]}],
     "infrastructure": %s}
    """
        .formatted(infrastructure);
  }
}
