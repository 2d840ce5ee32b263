package io.github.dynamooutbox.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the demo says to options with which it starts nothing. */
class DemoOptionsTest {
  private record Ended(int code, String output) {}

  @ParameterizedTest
  @ValueSource(strings = {"--orders=0", "--orders=many", "--relay=none", "--colour", "surplus"})
  void wrongOptionsAreExplainedAndExitWithTwo(String option) {
    Ended demo = run(option);
    assertThat(demo.code()).isEqualTo(2);
    assertThat(demo.output()).contains("Usage: demo");
  }

  @ParameterizedTest
  @CsvSource({"--faults, queue", "--poison, bus", "--outage, stream"})
  void whatFailsHasToBeThere(String option, String target) {
    Ended demo = run(option, "--targets", target);
    assertThat(demo.code()).isEqualTo(2);
    assertThat(demo.output()).contains(option + " needs");
  }

  @Test
  void anOptionThatIsNearlyRightIsAnsweredWithTheRightOne() {
    Ended demo = run("--poisonous");
    assertThat(demo.code()).isEqualTo(2);
    assertThat(demo.output()).contains("Unknown option: '--poisonous'", "--poison");
  }

  @Test
  void helpNamesTheOptions() {
    Ended demo = run("--help");
    assertThat(demo.code()).isZero();
    assertThat(demo.output())
        .contains(
            "--orders",
            "--faults",
            "--poison",
            "--outage",
            "--keep",
            "--relay",
            "--seed",
            "--targets");
  }

  /** In this JVM: DemoIT shows that a process ends with the code, too. */
  private static Ended run(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    CommandLine demo =
        Demo.commandLine(new PrintStream(screen, true, StandardCharsets.UTF_8))
            .setOut(writer)
            .setErr(writer);
    int code = demo.execute(arguments);
    return new Ended(code, said + screen.toString(StandardCharsets.UTF_8));
  }
}
