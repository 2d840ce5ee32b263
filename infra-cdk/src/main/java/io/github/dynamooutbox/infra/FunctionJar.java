package io.github.dynamooutbox.infra;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds a module's jar for functions, of the same version as this class. */
final class FunctionJar {
  private static final String SUFFIX = "-function.jar";
  private static final String LAYER = "-layer.zip";

  private FunctionJar() {}

  /**
   * @throws ConfigException if there is none, with the places that were searched
   */
  static Path of(String module) {
    return of(module, Path.of(URI.create(location())));
  }

  /**
   * Beside this class: in a Maven repository, {@code infra-cdk/<version>/infra-cdk-<version>.jar},
   * as in a build, {@code infra-cdk/target/classes}, the modules' directory is three levels up. In
   * a build a module may be in a folder of it.
   *
   * @param here where this class was loaded from: a jar or a directory
   */
  static Path of(String module, Path here) {
    Path place = place(module, here);
    return files(place, module, SUFFIX)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    List.of(
                        "functions: there is no %s-*%s in %s; build or install %s, or give the jar to RelayArtifacts"
                            .formatted(module, SUFFIX, place, module))));
  }

  /** A module's layer, if there is one: not every build makes those that it does not need. */
  static Optional<Path> layer(String module) {
    return files(place(module, Path.of(URI.create(location()))), module, LAYER).findFirst();
  }

  private static Path place(String module, Path here) {
    Path version = Objects.requireNonNull(here.toAbsolutePath().getParent(), "of a module");
    Path modules = version.resolveSibling("..").normalize();
    Path beside = modules.resolve(module);
    Path found = Files.isDirectory(beside) ? beside : inAFolderOf(modules, module).orElse(beside);
    return found.resolve(version.getFileName());
  }

  private static Optional<Path> inAFolderOf(Path modules, String module) {
    try (Stream<Path> folders = Files.list(modules)) {
      return folders.map(folder -> folder.resolve(module)).filter(Files::isDirectory).findFirst();
    } catch (IOException e) {
      throw new ConfigException(List.of("\"" + modules + "\" cannot be read: " + e));
    }
  }

  private static Stream<Path> files(Path directory, String module, String suffix) {
    if (!Files.isDirectory(directory)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(
              file ->
                  file.getFileName().toString().startsWith(module + "-")
                      && file.getFileName().toString().endsWith(suffix))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new ConfigException(List.of("\"" + directory + "\" cannot be read: " + e));
    }
  }

  private static String location() {
    return FunctionJar.class.getProtectionDomain().getCodeSource().getLocation().toString();
  }
}
