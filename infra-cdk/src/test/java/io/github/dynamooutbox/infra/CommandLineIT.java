package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.TestTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * The CDK's command line, as the package-lock pins it, runs the app as {@code cdk.json} says.
 *
 * <p>It is installed by npm, from its cache or a registry. Where there is neither, the test is
 * skipped and says so.
 */
@NeedsNode
class CommandLineIT {
  private static final int INSTALL_SECONDS = 90;
  private static final int SYNTH_SECONDS = 300;

  private final Path directory = Path.of("target", "cdk-cli");

  @Test
  void synthesisesWithTheVersionOfTheLock() throws IOException, InterruptedException {
    String cdk = installed();
    assertThat(
            json(directory.resolve("node_modules/aws-cdk/package.json")).path("version").asText())
        .isEqualTo(
            json(Path.of("package-lock.json"))
                .path("packages")
                .path("node_modules/aws-cdk")
                .path("version")
                .asText());
    Path said = directory.resolve("synth.txt");
    Path out = directory.resolve("cdk.out");
    List<String> synth =
        List.of(
            cdk,
            "synth",
            "--quiet",
            "--no-notices",
            "--output",
            out.toString(),
            "-c",
            "functionJar=" + System.getProperty("outbox.relay.jar"),
            "-c",
            "heartbeatJar=" + System.getProperty("outbox.heartbeat.jar"));

    assertThat(run(SYNTH_SECONDS, said, synth)).as(Files.readString(said)).isZero();
    assertThat(Files.readAllLines(said)).hasSizeLessThan(5);

    // The documentation says to import with it what a failed first deployment has kept.
    Path help = directory.resolve("help.txt");
    assertThat(run(SYNTH_SECONDS, help, List.of(cdk, "deploy", "--help"))).isZero();
    assertThat(Files.readString(help)).contains("--import-existing-resources");

    JsonNode template = json(out.resolve("Outbox-orders.template.json"));
    assertThat(resources(template)).containsAll(resources(Synthesised.of("bus-only").template()));
  }

  /** The ids of what is made, but for that of a version, which the jar is part of. */
  private static Set<String> resources(JsonNode template) {
    Set<String> ids = new TreeSet<>();
    template.path("Resources").fieldNames().forEachRemaining(ids::add);
    ids.removeIf(id -> id.contains("CurrentVersion"));
    return ids;
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  private String installed() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    for (String file : List.of("package.json", "package-lock.json")) {
      Files.copy(Path.of(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    Path said = directory.resolve("npm.txt");
    int ended =
        run(
            INSTALL_SECONDS,
            said,
            List.of(
                "npm",
                "ci",
                "--prefix",
                directory.toString(),
                "--prefer-offline",
                "--no-audit",
                "--no-fund",
                "--fetch-retries=1",
                "--fetch-timeout=20000"));
    TestTool.NPM.require(
        ended == 0,
        "it cannot install the CDK's command line: " + text(said),
        TestAbortedException::new);
    return directory.resolve("node_modules/.bin/cdk").toString();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The exit code; -1 if it did not end in time, and -2 if there is no such command. */
  private static int run(int seconds, Path output, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("CDK_DISABLE_CLI_TELEMETRY", "true");
    // The build switches it off for all tests; here it has to have nothing to say.
    builder.environment().remove("CDK_VALIDATION");
    // cdk.json says java: the one that runs this test, wherever it is.
    String java = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().merge("PATH", java, (path, mine) -> mine + File.pathSeparator + path);
    Process process;
    try {
      process = builder.redirectOutput(output.toFile()).start();
    } catch (IOException e) {
      Files.writeString(output, e.toString());
      return -2;
    }
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS) ? process.exitValue() : -1;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
