package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class NodeConditionTest {
  private static final String ABSENT = "no-such-node";

  @Test
  void skipsWithTheReasonOnAMachineWithoutNode() {
    var result = new NodeCondition(Map.of(), ABSENT).evaluateExecutionCondition(context());
    assertThat(result.isDisabled()).isTrue();
    assertThat(result.getReason()).hasValueSatisfying(r -> assertThat(r).contains("Node 20"));
  }

  @Test
  void failsWithoutNodeInContinuousIntegration() {
    NodeCondition inCi = new NodeCondition(Map.of("CI", "true"), ABSENT);
    assertThatThrownBy(() -> inCi.evaluateExecutionCondition(context()))
        .hasMessageContaining("Node 20");
  }

  /** The condition does not look at it. */
  private static ExtensionContext context() {
    return (ExtensionContext)
        Proxy.newProxyInstance(
            NodeConditionTest.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
