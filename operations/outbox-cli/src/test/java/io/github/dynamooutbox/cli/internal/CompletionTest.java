package io.github.dynamooutbox.cli.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What bash makes of the completion script. */
class CompletionTest {
  @TempDir private Path directory;

  private Path script;

  @BeforeEach
  void generate() throws Exception {
    StringWriter out = new StringWriter();
    CommandLine tool = OutboxTool.commandLine(Map.of(), "generate-completion");
    assertThat(tool.setOut(new PrintWriter(out, true)).execute("generate-completion")).isZero();
    script = Files.writeString(directory.resolve("completion"), out.toString());
  }

  @Test
  void completesCommandsAndTheirOptions() throws Exception {
    assertThat(completed("re")).containsExactlyInAnyOrder("redrive", "reroute", "replay", "resend");
    assertThat(completed("redrive", "--d")).containsExactly("--dry-run");
    assertThat(completed("redrive", "--reason", "REJ")).containsExactly("REJECTED");
    assertThat(completed("audit", "--st")).containsExactly("--state");
  }

  /** What bash would offer after {@code outbox} and these words, the last of which is open. */
  private List<String> completed(String... words) throws Exception {
    String asked =
        """
        source %s
        compopt() { :; } # works only while somebody completes at a prompt
        COMP_WORDS=(outbox %s)
        COMP_CWORD=%d
        _complete_outbox
        printf '%%s\\n' "${COMPREPLY[@]}"
        """
            .formatted(script, String.join(" ", words), words.length);
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", asked).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    String answer = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(bash.exitValue()).as(answer).isZero();
    return answer.lines().map(String::strip).toList();
  }
}
