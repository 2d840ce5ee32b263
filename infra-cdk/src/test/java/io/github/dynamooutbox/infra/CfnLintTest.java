package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** AWS's own rules for templates, on those of the examples; what is ignored is in .cfnlintrc. */
class CfnLintTest {
  @Test
  void findsNothingInTheExamples() throws IOException, InterruptedException {
    assumeTrue(isInstalled(), "cfn-lint is not installed: pip install cfn-lint");
    List<String> command = new ArrayList<>(List.of("cfn-lint", "--config-file", ".cfnlintrc"));
    command.add("--template");
    try (Stream<Path> templates = Files.list(Path.of("src/test/snapshots"))) {
      templates.map(Path::toString).sorted().forEach(command::add);
    }
    Process lint = new ProcessBuilder(command).redirectErrorStream(true).start();
    String found = new String(lint.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(lint.waitFor()).as(found).isZero();
  }

  private static boolean isInstalled() throws InterruptedException {
    try {
      Process version =
          new ProcessBuilder("cfn-lint", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return version.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
