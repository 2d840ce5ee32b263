package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** AWS's own rules for templates, on those of the examples; what is ignored is in .cfnlintrc. */
class CfnLintTest {
  private static final String MISSING = "cfn-lint is not installed: pip install cfn-lint";

  /** What shells answer, and what stands in for it where Python has several versions. */
  private static final int NO_SUCH_COMMAND = 127;

  @Test
  void findsNothingInTheExamples() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("cfn-lint", "--config-file", ".cfnlintrc"));
    command.add("--template");
    try (Stream<Path> templates = Files.list(Path.of("src/test/snapshots"))) {
      templates.map(Path::toString).sorted().forEach(command::add);
    }
    Optional<Process> started = start(command);
    assumeTrue(started.isPresent(), MISSING);
    Process lint = started.get();
    String found = new String(lint.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = lint.waitFor();
    assumeTrue(code != NO_SUCH_COMMAND, MISSING);
    assertThat(code).as(found).isZero();
  }

  private static Optional<Process> start(List<String> command) {
    try {
      return Optional.of(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
