package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each promise to users names a test that exists. */
class PromisesTest {
  private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");

  @Test
  void eachPromiseNamesATestThatExists() throws IOException {
    Map<String, Path> sources = sources();
    List<String> promises =
        Repository.read("docs/promises.md")
            .lines()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| promise"))
            .toList();

    assertThat(promises)
        .hasSizeGreaterThan(30)
        .allSatisfy(
            promise -> {
              String tests = promise.split("\\|", -1)[2];
              assertThat(TEST.matcher(tests).find()).as(promise).isTrue();
              TEST.matcher(tests)
                  .results()
                  .forEach(
                      test -> {
                        assertThat(sources).containsKey(test.group(1));
                        assertThat(sources.get(test.group(1)))
                            .content()
                            .contains("void " + test.group(2) + "(");
                      });
            });
  }

  /** Names of classes are unique in the repository. */
  private static Map<String, Path> sources() throws IOException {
    Map<String, Path> sources = new TreeMap<>();
    for (String module : Repository.modules()) {
      Path directory = Repository.file(module).resolve("src");
      if (Files.exists(directory)) {
        try (Stream<Path> files = Files.walk(directory)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .forEach(
                  file -> sources.put(file.getFileName().toString().replace(".java", ""), file));
        }
      }
    }
    return sources;
  }
}
