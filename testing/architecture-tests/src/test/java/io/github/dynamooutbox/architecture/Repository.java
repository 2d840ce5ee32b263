package io.github.dynamooutbox.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The files of this repository, by their paths from its top. */
final class Repository {
  static final Path ROOT = root();

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private Repository() {}

  static Path file(String path) {
    return ROOT.resolve(path);
  }

  static String read(String path) {
    try {
      return Files.readString(file(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The directories of all modules, as the build lists them. */
  static List<String> modules() {
    return MODULE.matcher(read("pom.xml")).results().map(found -> found.group(1)).toList();
  }

  /** The directory of a module, by the name of its artifact. */
  static Path module(String artifact) {
    return modules().stream()
        .map(Repository::file)
        .filter(directory -> directory.endsWith(artifact))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no module " + artifact));
  }

  private static Path root() {
    Path path = Path.of("").toAbsolutePath();
    while (!Files.exists(path.resolve("mvnw"))) {
      path = path.getParent();
    }
    return path;
  }
}
