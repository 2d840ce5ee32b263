package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BomTest {
  private static final Pattern GROUP = Pattern.compile("<groupId>(.+)</groupId>");

  private static final Path BOM = Repository.file("library/outbox-bom/pom.xml");

  /** The SDK and everything else stay in the version that a service chose. */
  @Test
  void namesOurModulesOnly() throws IOException {
    assertThat(GROUP.matcher(Files.readString(BOM)).results().map(found -> found.group(1)))
        .containsOnly("io.github.dynamooutbox");
  }

  @ParameterizedTest
  @MethodSource("shippedModules")
  void bringsEveryShippedModule(String module) throws IOException {
    assertThat(Files.readString(BOM)).contains("<artifactId>" + module + "</artifactId>");
  }

  @ParameterizedTest
  @MethodSource("shippedModules")
  void everyShippedModuleHasANameForTheModulePath(String module) throws IOException {
    assertThat(Files.readString(Repository.module(module).resolve("pom.xml")))
        .containsPattern("<outbox.module>io\\.github\\.dynamooutbox\\.[a-z.]+</outbox.module>");
  }

  /** Their public APIs are on file. The constructs are for an app of their own, beside the CDK. */
  static List<String> shippedModules() throws IOException {
    try (Stream<Path> files = Files.list(Repository.file("docs/api"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".txt") && !name.equals("infra-cdk.txt"))
          .map(name -> name.substring(0, name.length() - ".txt".length()))
          .toList();
    }
  }
}
