package io.github.dynamooutbox.examples.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The projects in lab/projects, built and tested with the modules as a repository has them. */
@Tag("full")
class ProjectsIT {
  private static final Path MACHINES = Path.of("/usr/lib/jvm");
  private static final Path PROJECTS = MavenProject.ROOT.resolve("lab/projects");

  @TempDir private Path directory;

  @Test
  void areBuiltAndPassTheirTests() throws Exception {
    ModuleRepository repository =
        new ModuleRepository(MavenProject.ROOT, directory.resolve("repository"));
    repository.addParents();
    for (String module :
        List.of(
            "writer-lib",
            "inbox-lib",
            "library/outbox-format",
            "library/outbox-test",
            "library/outbox-test-relay",
            "library/dynamo-outbox-spring-boot-starter",
            "library/dynamo-inbox-spring-boot-starter",
            "relay/relay-core",
            "relay/relay-aws",
            "stream-relay-lambda")) {
      repository.addJar(module, Path.of(module).getFileName().toString());
    }
    try (Stream<Path> files = Files.walk(PROJECTS)) {
      for (Path file : files.filter(ProjectsIT::isSource).toList()) {
        Path copy = directory.resolve(PROJECTS.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }

    new MavenProject(directory)
        .maven(
            repository,
            false,
            // No daemon of the compiler that outlives the test.
            "-Dkotlin.compiler.daemon=false",
            "test");

    try (Stream<Path> reports = Files.walk(directory)) {
      assertThat(reports.map(file -> file.getFileName().toString()))
          .contains(
              "TEST-shop.orders.OrdersTest.xml",
              "TEST-shop.TotalsTest.xml",
              "TEST-shop.SharedStreamTest.xml",
              "TEST-shop.Boot35Test.xml",
              "TEST-shop.Boot35ListenerTest.xml",
              "OutboxProducer.class",
              "$OutboxFactory$Definition.class");
    }
  }

  private static boolean isSource(Path file) {
    return Files.isRegularFile(file)
        && StreamSupport.stream(PROJECTS.relativize(file).spliterator(), false)
            .noneMatch(Path.of("target")::equals);
  }

  /** With one carrier thread: a commit that held it would leave the others' requests unsent. */
  @Test
  void virtualThreadsCommitAtTheSameTimeOnJava25() throws Exception {
    Optional<Path> java = java25();
    TestTool.JDK_25.require(
        java.isPresent(), "there is no Java 25 in " + MACHINES, TestAbortedException::new);

    String output =
        new MavenProject(directory)
            .run(
                java.get().toString(),
                "-XX:+UseSerialGC",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                "-cp",
                System.getProperty("java.class.path"),
                PROJECTS.resolve("virtual-threads/Commits.java").toString());

    assertThat(output).contains("committed 16 at once");
  }

  private static Optional<Path> java25() throws IOException {
    if (!Files.isDirectory(MACHINES)) {
      return Optional.empty();
    }
    try (Stream<Path> found = Files.list(MACHINES)) {
      return found
          .filter(ProjectsIT::is25)
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  private static boolean is25(Path home) {
    Path release = home.resolve("release");
    try {
      return Files.isRegularFile(release)
          && Files.readString(release, StandardCharsets.UTF_8).contains("JAVA_VERSION=\"25");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
