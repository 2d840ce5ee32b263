package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A test that is skipped shows nothing. {@code TestTool} and {@code AwsUnderTest.mayLack} decide
 * where that is allowed, and make the test fail elsewhere; other ways to skip would evade them.
 */
class SkipsTest {
  /**
   * Whether there is an endpoint of somebody else is known before any test: there is none in CI.
   */
  private static final String OF_THE_ENDPOINT =
      "(?!\\s*(AwsUnderTest\\.endpoint\\(\\)|aws\\.stub\\(\\)|bench\\.has\\())";

  private static final Pattern SKIP =
      Pattern.compile(
          "(\\bassume[A-Z]\\w*|\\bassumingThat|Assumptions\\.abort)\\("
              + OF_THE_ENDPOINT
              + "|@(Enabled|Disabled)(?!OnOs\\b)\\w*"
              + "|ConditionEvaluationResult\\.disabled"
              + "|(new |Throw\\(\\s*)TestAbortedException");

  @Test
  void noTestSkipsItselfInAnotherWay() throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    for (String module : Repository.modules()) {
      search(Repository.file(module).resolve("src/test/java"), found);
    }
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assumeTrue(Files.exists(COMPILER))",
        "assumeThat(JDK_25).exists()",
        "Assumptions.assumingThat(isHere, () -> run())",
        "Assumptions.abort(\"no compiler\")",
        "@Disabled",
        "@EnabledIf(\"hasBrowser\")",
        "@EnabledIfEnvironmentVariable(named = \"DOCKER\", matches = \".*\")",
        "@DisabledOnJre(JRE.JAVA_17)",
        "return ConditionEvaluationResult.disabled(\"no Node\")",
        "throw new TestAbortedException(\"no Node\")",
        "browser.orElseThrow(TestAbortedException::new)"
      })
  void noticesEachWay(String source) {
    assertThat(skips(source)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assumeTrue(\n  AwsUnderTest.endpoint().isEmpty(), \"only the stub fails\")",
        "@EnabledOnOs(OS.LINUX)",
        "TestTool.GCC.require(isHere, found, TestAbortedException::new)"
      })
  void leavesAloneWhatIsDecidedElsewhere(String source) {
    assertThat(skips(source)).isEmpty();
  }

  private static void search(Path sources, Map<String, List<String>> found) throws IOException {
    if (!Files.isDirectory(sources)) {
      return;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        List<String> skips = skips(Files.readString(file));
        if (!skips.isEmpty() && !file.endsWith("SkipsTest.java")) {
          found.put(file.toString(), skips);
        }
      }
    }
  }

  private static List<String> skips(String source) {
    return SKIP.matcher(source).results().map(MatchResult::group).toList();
  }
}
