package io.github.dynamooutbox.examples.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A project outside of this build, in a directory of its own, that uses the packaged modules. */
final class MavenProject {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  /** For a process that hangs; each ends within seconds, or minutes if it downloads. */
  private static final int LIMIT_MINUTES = 15;

  private final Path directory;

  MavenProject(Path directory) {
    this.directory = directory;
  }

  /** Runs Maven's goals; with what the repository and its tail have if {@code offline}. */
  void maven(ModuleRepository repository, boolean offline, String... goals) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("mvnw").toString());
    command.addAll(List.of("-B", "-q", "-f", directory.resolve("pom.xml").toString()));
    if (offline) {
      command.add("-o");
    }
    command.addAll(repository.options(property("outbox.repository")));
    command.addAll(List.of(goals));
    run(command.toArray(String[]::new));
  }

  /** Runs a program with arguments. */
  String java(String classPath, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  static String property(String name) {
    String value = System.getProperty(name, "");
    assertThat(value).as("system property %s, which the build sets", name).isNotEmpty();
    return value;
  }

  String run(String... command) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .merge(
            "MAVEN_OPTS",
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
            (given, more) -> given + ' ' + more);
    Process process = builder.start();
    boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
