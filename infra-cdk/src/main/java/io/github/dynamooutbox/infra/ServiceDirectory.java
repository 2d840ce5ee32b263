package io.github.dynamooutbox.infra;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The directory that the image of the KCL relay is built from, with optional kinds of targets. */
final class ServiceDirectory {
  /** The Dockerfile copies this with the libraries, and puts it on the class path. */
  private static final String TARGETS = "target/service/lib/targets";

  private ServiceDirectory() {}

  /**
   * A copy of the directory with the jars of these layers, except those that the service already
   * has. Kept until this process ends.
   *
   * @param service holds the Dockerfile and what it copies
   */
  static Path with(Path service, Collection<Path> layers) {
    try {
      Path copy = Files.createTempDirectory("outbox-service");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(copy)));
      for (String each : new String[] {"Dockerfile", ".dockerignore", "target/service"}) {
        copy(service.resolve(each), copy.resolve(each));
      }
      Path targets = Files.createDirectories(copy.resolve(TARGETS));
      for (Path layer : layers) {
        unpack(layer, targets);
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException("\"" + service + "\" cannot be copied", e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(Objects.requireNonNull(target.getParent()));
          Files.copy(file, target);
        }
      }
    }
  }

  private static void unpack(Path layer, Path targets) throws IOException {
    Path libraries = Objects.requireNonNull(targets.getParent());
    try (InputStream in = Files.newInputStream(layer);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path name = Path.of(entry.getName()).getFileName();
        if (name != null
            && name.toString().endsWith(".jar")
            && !Files.exists(libraries.resolve(name))
            && !Files.exists(targets.resolve(name))) {
          Files.copy(zip, targets.resolve(name));
        }
      }
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // The system cleans its directory for temporary files.
      return;
    }
  }
}
