package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(app.output()).contains("context config: is missing: -c config=outbox.json");
  }

  @Test
  void writesATemplate() throws Exception {
    Path jar = Files.writeString(directory.resolve("function.zip"), "stands for the jar");
    Ended app =
        run(
            Map.of(
                "config",
                "examples/bus-only.json",
                "functionJar",
                jar.toString(),
                "heartbeatJar",
                jar.toString()));
    assertThat(app.code()).as(app.output()).isZero();
    assertThat(directory.resolve("cdk.out/Outbox-orders.template.json")).exists();
  }

  private Ended run(Map<String, String> context) throws IOException, InterruptedException {
    ProcessBuilder app =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
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
