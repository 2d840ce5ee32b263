package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** AWS's own rules for templates, on those of the examples; what is ignored is in .cfnlintrc. */
class CfnLintTest {
  /** Types that are newer than the linter; one that knows them checks them. */
  private static final String TOO_NEW = "Resource type 'AWS::EventsV2::";

  /** What shells answer, and what stands in for it where Python has several versions. */
  private static final int NO_SUCH_COMMAND = 127;

  @Test
  void findsNothingInTheExamples() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("cfn-lint", "--config-file", ".cfnlintrc"));
    command.addAll(List.of("--format", "json", "--template"));
    try (Stream<Path> templates = Files.list(Path.of("src/test/snapshots"))) {
      templates.map(Path::toString).sorted().forEach(command::add);
    }
    Process lint = start(command);
    String found = new String(lint.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = lint.waitFor();
    require(code != NO_SUCH_COMMAND, found);
    assertThat(code == 0 ? List.of() : findings(found)).isEmpty();
  }

  private static List<String> findings(String found) throws IOException {
    List<String> findings = new ArrayList<>();
    for (JsonNode each : new ObjectMapper().readTree(found)) {
      String message = each.path("Message").asText();
      if (!message.startsWith(TOO_NEW)) {
        findings.add(each.path("Filename").asText() + ": " + message);
      }
    }
    return findings;
  }

  private static Process start(List<String> command) throws IOException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      require(false, e.toString());
      throw e;
    }
  }

  private static void require(boolean isHere, String found) {
    TestTool.CFN_LINT.require(
        isHere, found.strip() + "; pip install cfn-lint", TestAbortedException::new);
  }
}
