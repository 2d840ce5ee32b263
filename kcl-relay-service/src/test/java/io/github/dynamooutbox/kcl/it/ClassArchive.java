package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An archive of the classes that a worker loads, with which it takes half the CPU time until it has
 * a lease. Written once for all tests, which all start the same jar.
 */
final class ClassArchive {
  private ClassArchive() {}

  /** Written by the first test that starts a worker. */
  private static final class Written {
    static final Path FILE = write();
  }

  /** The JVM option that uses the archive. */
  static String option() {
    return "-XX:SharedArchiveFile=" + Written.FILE;
  }

  /** Written when a worker exits that has published an event to each target. */
  private static Path write() {
    Path file = WorkerProcess.JAR.resolveSibling("service.jsa");
    try (KclSystem system = KclSystem.archiving("-XX:ArchiveClassesAtExit=" + file)) {
      Files.deleteIfExists(file);
      system.placeOrders("archived-", 1, 1, 1);
      WorkerProcess worker = system.start("archiving");
      system.awaitOrders("archived-", 1, 1);
      worker.terminate();
      assertThat(worker.awaitExit(KclSystem.PATIENCE)).as(worker.tail()).isZero();
      assertThat(file).as(worker.tail()).exists();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
