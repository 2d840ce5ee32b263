package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The JVM's archive of the classes that the function loads, with which a cold start takes half the
 * CPU time. Written once for all tests, because they start the same jar.
 */
final class ClassArchive {
  private static final long LIMIT_SECONDS = 120;

  private ClassArchive() {}

  /** Written by the first test that starts a function. */
  private static final class Written {
    static final Path FILE = write();
  }

  /** The JVM's option that uses it. */
  static String option() {
    return "-XX:SharedArchiveFile=" + Written.FILE;
  }

  /** Writes it at the end of a process that has published an event to each target. */
  private static Path write() {
    Path file = FunctionJar.path().resolveSibling("function.jsa");
    try (DynamoDbUnderTest server = DynamoDbUnderTest.open();
        RelaySystem system = RelaySystem.archiving(server, "-XX:ArchiveClassesAtExit=" + file)) {
      Files.deleteIfExists(file);
      try (EventSourceMapping mapping = system.map()) {
        system.commit("archived", 1);
        assertThat(mapping.awaitDrained(RelaySystem.patience())).as(system.tail()).isTrue();
      }
      ProcessHandle process = ProcessHandle.of(system.function.pid().orElseThrow()).orElseThrow();
      process.destroy();
      process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      assertThat(Files.exists(file)).as(system.tail()).isTrue();
      return file;
    } catch (Exception e) {
      throw new IllegalStateException("The function's class archive was not written", e);
    }
  }
}
