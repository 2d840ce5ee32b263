package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BomTest {
  private static final Pattern SDK = Pattern.compile("<aws-sdk.version>(.+)</aws-sdk.version>");

  private static final Path BOM = Repository.file("library/outbox-bom/pom.xml");

  @Test
  void bringsTheSdkThatTheModulesAreTestedWith() throws IOException {
    assertThat(sdk(BOM)).isEqualTo(sdk(Repository.file("pom.xml")));
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

  /** Their public APIs are on file. */
  static List<String> shippedModules() throws IOException {
    try (Stream<Path> files = Files.list(Repository.file("docs/api"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".txt"))
          .map(name -> name.substring(0, name.length() - ".txt".length()))
          .toList();
    }
  }

  private static String sdk(Path pom) throws IOException {
    Matcher found = SDK.matcher(Files.readString(pom));
    assertThat(found.find()).as("%s names the SDK's version", pom).isTrue();
    return found.group(1);
  }
}
