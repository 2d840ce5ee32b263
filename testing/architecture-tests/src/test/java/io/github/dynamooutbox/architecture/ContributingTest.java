package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The modules and profiles that CONTRIBUTING.md names are there, and the tests that it and the
 * policies name.
 */
class ContributingTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void listsTheModulesOfTheBuild() throws IOException {
    List<String> listed = found(document(), "(?m)^\\| `([a-z0-9/-]+)` \\|");
    assertThat(listed).containsExactlyElementsOf(modules());
  }

  @ParameterizedTest
  @ValueSource(strings = {"CONTRIBUTING.md", "SECURITY.md", "docs/compatibility.md"})
  void namesTestsThatExist(String document) throws IOException {
    List<String> named = found(read(document), "\\b([A-Z][A-Za-z]+(?:Test|IT|Contract))\\b");
    assertThat(named).isNotEmpty();
    List<String> tests = new ArrayList<>();
    for (String module : modules()) {
      tests.addAll(tests(ROOT.resolve(module).resolve("src/test/java")));
      // Contracts are published.
      tests.addAll(tests(ROOT.resolve(module).resolve("src/main/java")));
    }
    assertThat(tests).containsAll(named);
  }

  @Test
  void namesModulesAndProfilesThatExistInItsCommands() throws IOException {
    String pom = read("pom.xml");
    assertThat(found(document(), "-pl ([a-z0-9/-]+)"))
        .isNotEmpty()
        .allSatisfy(module -> assertThat(pom).contains("<module>" + module + "</module>"));
    assertThat(found(document(), " -P([a-z-]+)"))
        .allSatisfy(profile -> assertThat(pom).contains("<id>" + profile + "</id>"));
  }

  private static List<String> modules() throws IOException {
    return found(read("pom.xml"), "<module>([^<]+)</module>");
  }

  private static List<String> tests(Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files.map(path -> path.getFileName().toString().replace(".java", "")).toList();
    }
  }

  private static String document() throws IOException {
    return read("CONTRIBUTING.md");
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
  }
}
