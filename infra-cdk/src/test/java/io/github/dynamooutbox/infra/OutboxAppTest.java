package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/** The app as the CDK's command line starts it. */
@NeedsNode
class OutboxAppTest {
  private record Ended(int code, String output) {}

  private static final String VALIDATE = "@aws-cdk/core:validateAgainstDefaultRules";

  @TempDir private Path directory;

  @Test
  void failsWithThePathOfAProblemAndWhatWouldDo() throws Exception {
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
    // And nothing else: no trace of the stack, nothing of the CDK.
    assertThat(app.output().lines())
        .containsExactly(
            "the outbox configuration has 1 error:",
            "routes[0].to[0]: no target \"buss\"; known: bus");
  }

  @Test
  void saysWhatTheContextLacks() throws Exception {
    Ended app = run(Map.of());
    assertThat(app.code()).as(app.output()).isNotZero();
    assertThat(app.output().lines())
        .containsExactly(
            "the outbox configuration has 1 error:",
            "context config: is missing: write the document into cdk.json's context, or name its"
                + " file, -c config=outbox.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bus-only | | functionJar: is missing: -c functionJar=<path>, after ./mvnw package",
        "bus-only | functionJar=x | functionJar: there is no file \"x\": -c functionJar=<path>,"
            + " after ./mvnw package",
        "bus-only | functionJar=pom.xml | heartbeatJar: is missing: -c heartbeatJar=<path>, after"
            + " ./mvnw package",
        "archive | functionJar=pom.xml,heartbeatJar=pom.xml | archiveLayer: is missing:"
            + " -c archiveLayer=<path>, after ./mvnw package",
        "kcl-existing-vpc | functionJar=pom.xml,heartbeatJar=pom.xml | serviceDirectory: is"
            + " missing: -c serviceDirectory=<path of kcl-relay-service>, after ./mvnw package",
        "kcl-existing-vpc | functionJar=pom.xml,heartbeatJar=pom.xml,serviceDirectory=src |"
            + " serviceDirectory: there is no \"target/service\" in \"src\": -c"
            + " serviceDirectory=<path of kcl-relay-service>, after ./mvnw package"
      })
  void saysWhichPartOfTheRelayIsMissing(String example, @Nullable String context, String message) {
    Map<String, String> given = new TreeMap<>();
    for (String each : context == null ? new String[0] : context.split(",", -1)) {
      given.put(each.split("=", 2)[0], each.split("=", 2)[1]);
    }
    App app = new App(AppProps.builder().context(given).build());
    assertThat(Problems.of(() -> OutboxApp.artifacts(app, Synthesised.configs(example))))
        .containsExactly("context " + message);
  }

  /**
   * On the app's own class path, which lacks much that the tests' has, and the same in every
   * process: else each {@code cdk diff} would show what nobody changed.
   */
  @Test
  void writesTheSameTemplatesOfAllExamplesOnItsOwnClassPath() throws Exception {
    Path out = directory.resolve("examples");
    Ended app =
        run(Map.of(), "target/test-classes", AppOfExamples.class, out.toString(), "examples");
    assertThat(app.code()).as(app.output()).isZero();
    assertThat(out.toFile().list()).containsExactlyInAnyOrderElementsOf(Synthesised.EXAMPLES);
    for (Synthesised stack : Synthesised.all().toList()) {
      // As text: the order of keys counts.
      assertThat(AppOfExamples.template(out, stack.example()))
          .as(stack.example())
          .isEqualTo(stack.text());
    }
  }

  /** As new projects of the CDK have them: what the CDK finds in a template then ends it. */
  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"examples", "src/test/resources/documents"})
  void synthesisesWithTheFeatureFlagsOfNewProjects(String documents) throws Exception {
    Map<String, Object> flags =
        new ObjectMapper()
            .readValue(
                Path.of("src/test/resources/recommended-feature-flags.json").toFile(),
                new TypeReference<>() {});
    assertThat(flags).containsEntry(VALIDATE, true);
    Ended app =
        run(
            flags,
            "target/test-classes",
            AppOfExamples.class,
            directory.resolve("flags").toString(),
            documents);
    assertThat(app.code()).as(app.output()).isZero();
  }

  private Ended run(Map<String, String> context) throws IOException, InterruptedException {
    return run(context, "", OutboxApp.class);
  }

  /** With the class path of {@code cdk.json}, and what else is named. */
  private Ended run(Map<String, ?> context, String more, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder app =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            // As cdk.json does.
            "-Dslf4j.internal.verbosity=ERROR",
            "-cp",
            String.join(
                File.pathSeparator,
                "target/classes",
                Files.readString(Path.of("target/app.classpath")),
                more),
            main.getName());
    app.command().addAll(List.of(arguments));
    if (context.containsKey(VALIDATE)) {
      app.environment().remove("CDK_VALIDATION");
    }
    app.environment().put("CDK_CONTEXT_JSON", new ObjectMapper().writeValueAsString(context));
    app.environment().put("JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION", "20");
    app.environment().put("JSII_DEPRECATED", "quiet");
    app.environment().put("CDK_OUTDIR", directory.resolve("cdk.out").toString());
    Process process = app.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
