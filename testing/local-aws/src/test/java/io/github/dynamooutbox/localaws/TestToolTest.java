package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

class TestToolTest {
  private static final Map<String, String> CI = Map.of("CI", "true");

  @ParameterizedTest
  @EnumSource
  void skipsWithTheReasonWhereNobodyPromisesTheTool(TestTool tool) {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("CI", "false"))) {
      assertThatThrownBy(() -> require(tool, false, environment))
          .isInstanceOf(TestAbortedException.class)
          .hasMessageContaining("found none");
    }
  }

  @ParameterizedTest
  @CsvSource({"NODE, Node 20", "GCC, gcc"})
  void failsInContinuousIntegrationAndSaysWhatToDo(TestTool tool, String name) {
    assertThatThrownBy(() -> require(tool, false, CI))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(name, "found none", "CI=true", "install the tool", tool.name());
  }

  @ParameterizedTest
  @EnumSource(names = {"NPM", "JDK_25", "CFN_LINT", "BROWSER"})
  void skipsWhatIsDispensableThere(TestTool tool) {
    assertThatThrownBy(() -> require(tool, false, CI))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("found none");
  }

  @ParameterizedTest
  @EnumSource
  void letsTheTestRunWithTheTool(TestTool tool) {
    assertThatCode(() -> require(tool, true, CI)).doesNotThrowAnyException();
  }

  private static void require(TestTool tool, boolean isHere, Map<String, String> environment) {
    tool.require(isHere, "found none", TestAbortedException::new, environment);
  }
}
