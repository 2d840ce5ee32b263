package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeConditionTest {
  @Test
  void takesOnlyTheVersionsInWhichTheCdkRuns() {
    assertThat(NodeCondition.isEnough("v20.0.0")).isTrue();
    assertThat(NodeCondition.isEnough("v100.1.2")).isTrue();
    assertThat(NodeCondition.isEnough("v19.9.0")).isFalse();
    assertThat(NodeCondition.isEnough(NodeCondition.version("no-such-node"))).isFalse();
  }
}
