package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Maven runs a module's {@code *IT} classes only if the module asks for the plugin that does. */
class IntegrationTestsTest {
  @Test
  void eachModuleWithIntegrationTestsRunsThem() throws IOException {
    List<String> withTests = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    for (String name : Repository.modules()) {
      Path module = Repository.file(name);
      if (hasIntegrationTests(module.resolve("src/test/java"))) {
        withTests.add(module.getFileName().toString());
        if (!Files.readString(module.resolve("pom.xml")).contains("maven-failsafe-plugin")) {
          silent.add(module.getFileName().toString());
        }
      }
    }
    assertThat(withTests).contains("writer-lib", "outbox-cli", "kcl-relay-service");
    assertThat(silent).isEmpty();
  }

  private static boolean hasIntegrationTests(Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith("IT.java"));
    }
  }
}
