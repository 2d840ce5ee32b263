package io.github.dynamooutbox.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A reader who looks a class up by its simple name finds the right one. */
class NamesTest {
  /** The same idea in two modules, neither of which may use the other's. */
  private static final List<String> SAME_IDEA =
      List.of(
          "Cancellation.java", "ConfigException.java", "ConfigReader.java", "ControlTable.java");

  @Test
  void aSimpleNameOccursOnceUnlessBothAreTheSameIdea() {
    Map<String, TreeSet<String>> modules = new TreeMap<>();
    Repository.modules().stream()
        .map(module -> Repository.file(module).resolve("src/main/java"))
        .filter(Files::isDirectory)
        .flatMap(NamesTest::classes)
        .collect(
            groupingBy(
                file -> file.getFileName().toString(),
                mapping(Path::toString, toCollection(TreeSet::new))))
        .forEach(modules::put);
    assertThat(modules).hasSizeGreaterThan(500);
    modules.values().removeIf(files -> files.size() < 2);

    assertThat(modules).containsOnlyKeys(SAME_IDEA);
  }

  private static Stream<Path> classes(Path sources) {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .filter(file -> !file.endsWith("Main.java"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
