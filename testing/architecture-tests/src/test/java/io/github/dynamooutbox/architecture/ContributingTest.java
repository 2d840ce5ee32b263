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
 * The modules and profiles that the documents for contributors name are there, and the tests that
 * CONTRIBUTING.md and the policies name.
 */
class ContributingTest {
  @Test
  void listsTheModulesOfTheBuild() {
    String modules = Repository.read("docs/architecture.md").split("\n##+ ", -1)[2];
    List<String> listed = found(modules, "(?m)^- `([a-z0-9/-]+)`:");
    assertThat(listed).containsExactlyElementsOf(Repository.modules());
  }

  @ParameterizedTest
  @ValueSource(strings = {"CONTRIBUTING.md", "SECURITY.md", "docs/compatibility.md"})
  void namesTestsThatExist(String document) throws IOException {
    List<String> named =
        found(Repository.read(document), "\\b([A-Z][A-Za-z]+(?:Test|IT|Contract))\\b");
    assertThat(named).isNotEmpty();
    List<String> tests = new ArrayList<>();
    for (String module : Repository.modules()) {
      tests.addAll(tests(Repository.file(module).resolve("src/test/java")));
      // Contracts are published.
      tests.addAll(tests(Repository.file(module).resolve("src/main/java")));
    }
    assertThat(tests).containsAll(named);
  }

  @Test
  void namesModulesAndProfilesThatExistInItsCommands() {
    assertThat(found(document(), "-pl '?!?([a-z0-9:,-]+)"))
        .isNotEmpty()
        .flatMap(selected -> List.of(selected.split(",")))
        .allSatisfy(module -> assertThat(Repository.module(module.replace(":", ""))).exists());
    String pom = Repository.read("pom.xml") + Repository.read("library/outbox-parent/pom.xml");
    assertThat(found(document(), " -P([a-z-]+)"))
        .allSatisfy(profile -> assertThat(pom).contains("<id>" + profile + "</id>"));
  }

  private static List<String> tests(Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files.map(path -> path.getFileName().toString().replace(".java", "")).toList();
    }
  }

  private static String document() {
    return Repository.read("CONTRIBUTING.md");
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
  }
}
