package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.internal.json.PlainJson;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class TargetKindsTest {
  private static final Key<List<String>> HOSTS =
      Key.texts("hosts", TextRule.of("[a-z]+", "a word"));

  private static final Key<Integer> PORT = Key.number("port", 1, 9).required("give a port");
  private static final Key<Section> AT = Key.section("at", Section.of("").with(HOSTS, PORT));

  @Test
  void findsTheKindsOfTheRelay() throws JsonProcessingException {
    assertThat(TargetKinds.onClassPath()).containsKeys("eventbridge", "kinesis", "sns", "sqs");
    JsonNode definitions = new JsonMapper().readTree(RelaySchema.ofClassPath()).path("$defs");
    for (TargetFactory kind : TargetKinds.onClassPath().values()) {
      assertThat(definitions.at("/target-" + kind.type() + "/properties/type/const").asText())
          .isEqualTo(kind.type());
    }
  }

  @Test
  void refusesTwoKindsOfOneType() {
    assertThatThrownBy(() -> TargetKinds.of(List.of(new Kind("files"), new Kind("files"))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("are both of type \"files\"; remove one from the class path");
  }

  @Test
  void refusesATypeThatNobodyWouldWrite() {
    assertThatThrownBy(() -> TargetKinds.of(List.of(new Kind("My Files"))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the type \"My Files\" of ")
        .hasMessageContaining("lower-case letters");
  }

  @Test
  void reportsAKindThatCannotBeLoaded() {
    Iterable<TargetFactory> broken =
        () -> {
          throw new ServiceConfigurationError("shop.Files not found");
        };
    assertThatThrownBy(() -> TargetKinds.of(broken))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("shop.Files not found");
  }

  @Test
  void reportsEveryProblemOfNestedKeysWithItsPath() throws IOException {
    Problems problems = new Problems();
    JsonFields target = fields("{'at':{'hots':['a','B'],'x':1,'hosts':['a','B']}}", problems);
    TargetFields at = target.within(AT).orElseThrow();
    assertThat(at.find(HOSTS)).contains(List.of("a"));
    at.find(PORT);
    target.refuseOthers();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("targets.t.at.hosts[1]: \"B\" must be a word")
        .hasMessageContaining("targets.t.at.port: is missing: give a port")
        .hasMessageContaining("targets.t.at.hots: unknown key; did you mean \"hosts\"?")
        .hasMessageContaining("targets.t.at.x: unknown key");
  }

  private static JsonFields fields(String json, Problems problems) throws IOException {
    Object object = PlainJson.read(json.replace('\'', '"'), problems::add).orElseThrow();
    return new JsonFields("targets.t", (Map<?, ?>) object, problems);
  }

  private record Kind(String type) implements TargetFactory {
    @Override
    public Section keys() {
      return Section.of("A kind.");
    }

    @Override
    public TargetConfig read(String name, TargetFields fields) {
      throw new UnsupportedOperationException();
    }
  }
}
