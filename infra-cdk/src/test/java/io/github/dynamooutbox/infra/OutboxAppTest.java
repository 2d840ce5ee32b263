package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The app as the CDK's command line starts it. */
@NeedsNode
class OutboxAppTest {
  private record Ended(int code, String output) {}

  @TempDir private Path directory;

  @Test
  void failsWithThePathOfAMistakeAndWhatWouldDo() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("outbox.json"),
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
             "routes": [{"to": ["buss"]}]}
            """);
    Ended app = run(Map.of("config", config.toString()));
    assertThat(app.code()).as(app.output()).isNotZero();
    assertThat(app.output()).contains("routes[0].to[0]: no target \"buss\"; known: bus");
  }

  @Test
  void saysWhatTheContextLacks() throws Exception {
    Ended app = run(Map.of());
    assertThat(app.code()).as(app.output()).isNotZero();
    assertThat(app.output())
        .contains("context config: is missing: write the document into cdk.json");
  }

  /** The same in every process: else each {@code cdk diff} would show what nobody changed. */
  @Test
  void writesTheSameTemplatesInEveryProcess() throws Exception {
    List<Synthesised> here = Synthesised.stacks("global-table");
    Path target = Path.of("target").toAbsolutePath();
    Ended app =
        run(
            Map.of(
                "config",
                "examples/global-table.json",
                "functionJar",
                target.resolve("function-stand-in.zip").toString(),
                "heartbeatJar",
                target.resolve("heartbeat-stand-in.zip").toString()));
    assertThat(app.code()).as(app.output()).isZero();
    for (Synthesised stack : here) {
      String name = stack.example().replaceFirst(".*\\.", "") + ".template.json";
      // As text: the order of keys counts.
      assertThat(Files.readString(directory.resolve("cdk.out").resolve(name)))
          .isEqualTo(stack.text());
    }
  }

  private Ended run(Map<String, String> context) throws IOException, InterruptedException {
    ProcessBuilder app =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            OutboxApp.class.getName());
    app.environment().put("CDK_CONTEXT_JSON", new ObjectMapper().writeValueAsString(context));
    app.environment().put("CDK_OUTDIR", directory.resolve("cdk.out").toString());
    Process process = app.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
