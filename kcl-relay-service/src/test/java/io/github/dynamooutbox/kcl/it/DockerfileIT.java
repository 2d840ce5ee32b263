package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.opentest4j.TestAbortedException;

/** What can be tested of the image without building it. */
@Timeout(120)
class DockerfileIT {
  private static final Path JAR = Path.of(System.getProperty("outbox.service.jar"));
  private static final Path JDK_25 = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64/bin/java");

  private final List<String> lines = Files.readAllLines(Path.of("Dockerfile"));

  DockerfileIT() throws IOException {}

  @Test
  void findsWhatItCopiesAndIgnoresNothingOfIt() throws IOException {
    assertThat(Path.of("target/service/lib")).isNotEmptyDirectory();
    try (Stream<Path> files = Files.list(Path.of("target/service"))) {
      assertThat(files.filter(file -> file.toString().endsWith("-service.jar")))
          .containsExactly(Path.of("target/service").resolve(JAR.getFileName()));
    }
    assertThat(lines).contains("COPY target/service/ ./", "RUN mv ./*-service.jar service.jar");
    assertThat(Files.readAllLines(Path.of(".dockerignore")))
        .containsExactly(
            "*",
            "!target/service/lib",
            "!target/service/*-service.jar",
            "!target/service/sbom.json");
  }

  /** Maven writes it only with a network; a release fails without it. */
  @Test
  void saysWhatItContainsAndWhatItIsBuiltFrom() throws IOException {
    assertThat(lines.stream().map(String::strip))
        .containsSubsequence(
            "FROM ${BASE}",
            "ARG BASE",
            "org.opencontainers.image.base.name=\"${BASE}\" \\",
            "io.github.dynamooutbox.sbom=\"/service/sbom.json\"");
    Path sbom = Path.of("target/service/sbom.json");
    if (Files.exists(sbom)) {
      List<String> components = new ArrayList<>();
      for (JsonNode each : new ObjectMapper().readTree(sbom.toFile()).get("components")) {
        components.add(
            "%s-%s.jar".formatted(each.get("name").asText(), each.get("version").asText()));
      }
      try (Stream<Path> jars = Files.list(JAR.resolveSibling("lib"))) {
        assertThat(components).containsAll(jars.map(jar -> jar.getFileName().toString()).toList());
      }
    }
  }

  @Test
  void runsAsAUserThatIsNotRoot() {
    List<String> users = lines.stream().filter(line -> line.startsWith("USER ")).toList();

    assertThat(users).containsExactly("USER 10001");
  }

  @Test
  void exitsLikeAFailedServiceWhenOutOfMemory(@TempDir Path work) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options());
    command.addAll(
        List.of(
            "-Xmx32m",
            "-cp",
            Path.of("target/test-classes").toAbsolutePath().toString(),
            MemoryEater.class.getName()));

    assertThat(run(work, command)).isEqualTo(ExitCode.FAILED).isNotEqualTo(ExitCode.CHECK);
    assertThat(work.resolve("output")).content().contains("OutOfMemoryError");
  }

  /** The JVM's options in production. */
  private List<String> options() {
    String options =
        lines.stream()
            .filter(line -> line.startsWith("ENV JAVA_TOOL_OPTIONS="))
            .map(line -> line.split("\"", -1)[1])
            .findFirst()
            .orElseThrow();
    return List.of(options.split(" ", -1));
  }

  @Test
  void distinguishesAHealthyServiceFromAnUnhealthyOne(@TempDir Path work) throws Exception {
    assertThat(healthCheck(work, 200)).isZero();
    assertThat(healthCheck(work, 503)).isNotZero();
  }

  private int healthCheck(Path work, int status) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health/started",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    try {
      String port = Integer.toString(server.getAddress().getPort());
      List<String> command =
          List.of(
              new ObjectMapper().readValue(healthCommand().replace("8080", port), String[].class));
      return run(work, command);
    } finally {
      server.stop(0);
    }
  }

  private String healthCommand() {
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.startsWith("CMD "))
        .map(line -> line.substring("CMD ".length()))
        .findFirst()
        .orElseThrow();
  }

  /** Hard links to the jars are only possible on one file system. */
  static final class BesideTheJars implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
        throws IOException {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "image");
    }
  }

  @Test
  void createsACacheThatAStartUses(@TempDir(factory = BesideTheJars.class) Path work)
      throws Exception {
    TestTool.JDK_25.require(
        Files.exists(JDK_25), "there is no " + JDK_25, TestAbortedException::new);
    assertThat(lines)
        .contains(
            "RUN java -XX:+UseSerialGC -XX:AOTCacheOutput=service.aot @start --help > /dev/null")
        .contains("ENTRYPOINT [\"java\", \"-XX:AOTCache=service.aot\", \"@start\"]");
    Files.copy(JAR, work.resolve("service.jar"));
    Files.createDirectories(work.resolve("lib/targets"));
    try (Stream<Path> jars = Files.list(JAR.resolveSibling("lib"))) {
      for (Path jar : jars.toList()) {
        Files.createLink(work.resolve("lib").resolve(jar.getFileName()), jar.toAbsolutePath());
      }
    }
    for (String target : List.of("b", "a")) {
      Files.copy(
          JAR.resolveSibling("lib").resolve(library("jspecify")),
          work.resolve("lib/targets/" + target + ".jar"));
    }
    String java = JDK_25.toString();

    assertThat(run(work, List.of("/bin/sh", "-c", startScript()))).isZero();
    assertThat(work.resolve("start"))
        .content()
        .isEqualTo(
            "-cp service.jar:lib/targets/a.jar:lib/targets/b.jar"
                + " io.github.dynamooutbox.kcl.Main\n");
    assertThat(
            run(
                work,
                List.of(
                    java,
                    "-XX:+UseSerialGC",
                    "-XX:AOTCacheOutput=service.aot",
                    "@start",
                    "--help")))
        .isZero();
    assertThat(work.resolve("service.aot")).isNotEmptyFile();
    List<String> start = new ArrayList<>(List.of(java));
    start.addAll(options());
    start.addAll(List.of("-XX:AOTMode=on", "-XX:AOTCache=service.aot", "@start", "--help"));
    assertThat(run(work, start)).as("a start in production that must take the cache").isZero();
  }

  @Test
  void startsWithoutMoreTargets(@TempDir Path work) throws Exception {
    assertThat(run(work, List.of("/bin/sh", "-c", startScript()))).isZero();
    assertThat(work.resolve("start"))
        .content()
        .isEqualTo("-cp service.jar io.github.dynamooutbox.kcl.Main\n");
  }

  private static Path library(String name) throws IOException {
    try (Stream<Path> jars = Files.list(JAR.resolveSibling("lib"))) {
      return jars.map(Path::getFileName)
          .filter(jar -> jar.toString().startsWith(name))
          .findFirst()
          .orElseThrow();
    }
  }

  /** The commands of the Dockerfile that list the class path. */
  private String startScript() {
    int first =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).startsWith("RUN printf"))
            .findFirst()
            .orElseThrow();
    return String.join("\n", lines.subList(first, first + 3)).substring("RUN ".length());
  }

  private static int run(Path work, List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("output").toFile())
            .start();
    try {
      assertThat(process.waitFor(Duration.ofMinutes(1).toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
