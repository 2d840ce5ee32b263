package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The top of the repository shows the architecture: few folders, and what each is for. */
class TopFoldersTest {
  private static final int MOST = 12;
  private static final int LINES = 5;

  /** What builds leave behind, also in folders that a checkout no longer has. */
  private static final Set<String> OUTPUT = Set.of("target", "node_modules", "cdk.out");

  static Stream<Path> folders() throws IOException {
    return children(Repository.ROOT)
        .filter(folder -> !folder.getFileName().toString().startsWith("."))
        .filter(TopFoldersTest::hasContent);
  }

  /** Those without a module of their own, which contain modules. */
  static Stream<Path> wings() throws IOException {
    return folders()
        .filter(folder -> !folder.endsWith("docs"))
        .filter(folder -> !Files.exists(folder.resolve("pom.xml")));
  }

  @Test
  void areFew() throws IOException {
    assertThat(folders()).hasSizeBetween(2, MOST);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void haveAReadmeOfFiveLines(Path folder) throws IOException {
    assertThat(Files.readAllLines(folder.resolve("README.md"))).hasSizeBetween(3, LINES);
  }

  @ParameterizedTest
  @MethodSource("wings")
  void readmeOfAWingNamesItsModules(Path wing) throws IOException {
    String readme = Files.readString(wing.resolve("README.md"));
    List<String> modules =
        children(wing)
            .filter(TopFoldersTest::hasContent)
            .map(module -> '`' + module.getFileName().toString() + '`')
            .toList();

    assertThat(readme).contains(modules);
  }

  private static boolean hasContent(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> !OUTPUT.contains(child.getFileName().toString()))
          .anyMatch(child -> Files.isRegularFile(child) || hasContent(child));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(Files::isDirectory)
          .filter(child -> !OUTPUT.contains(child.getFileName().toString()))
          .sorted()
          .toList()
          .stream();
    }
  }
}
