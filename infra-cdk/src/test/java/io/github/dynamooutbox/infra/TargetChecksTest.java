package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetChecksTest {
  /** The relay may know such a kind, when it is on the class path. */
  @Test
  void refusesAKindWhoseResourcesItDoesNotKnowWithWhatToDo() throws Exception {
    assertThat(
            mistakes(
                """
                {"targets": {"bus": {"type": "eventbridge", "busName": "orders"},
                             "log": {"type": "rabbit", "topic": "orders"}}}
                """))
        .containsExactly(
            "targets.log.type: the stack knows no resources and rights of type \"rabbit\"; deploy a"
                + " relay with this target yourself, or reach it from a target that the stack"
                + " knows; see docs/own-targets.md#deploying-it");
  }

  private static List<String> mistakes(String json) throws Exception {
    return TargetChecks.mistakes(new ObjectMapper().readTree(json));
  }
}
