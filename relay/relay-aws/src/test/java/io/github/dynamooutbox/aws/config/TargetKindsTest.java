package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class TargetKindsTest {
  private static final TextRule WORD = TextRule.of("[a-z]+", "a word");

  @Test
  void findsTheKindsOfTheRelay() throws JsonProcessingException {
    assertThat(TargetKinds.onClassPath()).containsKeys("eventbridge", "kinesis", "sns", "sqs");
    for (TargetFactory kind : TargetKinds.onClassPath().values()) {
      assertThat(new JsonMapper().readTree(kind.schema()).at("/properties/type/const").asText())
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
  void reportsEveryMistakeOfNestedKeysWithItsPath() throws JsonProcessingException {
    Problems problems = new Problems();
    JsonFields target = fields("{'at':{'hots':['a','B'],'x':1,'hosts':['a','B']}}", problems);
    TargetFields at = target.nested("at").orElseThrow();
    assertThat(at.texts("hosts", WORD)).containsExactly("a");
    at.missing("port", "give a port");
    target.refuseOthers();
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("targets.t.at.hosts[1]: \"B\" must be a word")
        .hasMessageContaining("targets.t.at.port: is missing: give a port")
        .hasMessageContaining("targets.t.at.hots: unknown key; did you mean \"hosts\"?")
        .hasMessageContaining("targets.t.at.x: unknown key");
  }

  private static JsonFields fields(String json, Problems problems) throws JsonProcessingException {
    ObjectNode object = (ObjectNode) new JsonMapper().readTree(json.replace('\'', '"'));
    return new JsonFields("targets.t", object, problems);
  }

  private record Kind(String type) implements TargetFactory {
    @Override
    public String schema() {
      return "{}";
    }

    @Override
    public TargetConfig read(String name, TargetFields fields) {
      throw new UnsupportedOperationException();
    }
  }
}
