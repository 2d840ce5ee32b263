package io.github.dynamooutbox.examples.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Maven repository with modules as this build has packaged them, and nothing else. */
final class ModuleRepository {
  private static final String VERSION = System.getProperty("outbox.version", "");

  private final Path root;
  private final Path directory;

  ModuleRepository(Path root, Path directory) {
    this.root = root;
    this.directory = directory;
  }

  /** The poms that the modules' own inherit from, and the BOM. */
  void addParents() throws IOException {
    addPom("library/outbox-parent", "outbox-parent");
    addPom("", "dynamo-outbox");
    addPom("library/outbox-bom", "outbox-bom");
  }

  private void addPom(String module, String artifact) throws IOException {
    copy(root.resolve(module).resolve("pom.xml"), artifact, ".pom");
  }

  void addJar(String module, String artifact) throws IOException {
    addPom(module, artifact);
    Path built = root.resolve(module).resolve("target");
    copy(built.resolve(artifact + "-" + VERSION + ".jar"), artifact, ".jar");
  }

  private void copy(Path file, String artifact, String ending) throws IOException {
    Path target = directory.resolve("io/github/dynamooutbox").resolve(artifact).resolve(VERSION);
    Files.createDirectories(target);
    Files.copy(file, target.resolve(artifact + "-" + VERSION + ending));
  }

  /**
   * Options with which Maven uses it.
   *
   * @param tail the repository that has everything else
   */
  List<String> options(String tail) {
    return List.of(
        "-Dmaven.repo.local=" + directory,
        "-Dmaven.repo.local.tail=" + tail,
        "-Dmaven.repo.local.tail.ignoreAvailability=true");
  }
}
