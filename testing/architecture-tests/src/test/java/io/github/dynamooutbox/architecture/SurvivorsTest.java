package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lists of surviving mutants, which {@code .ci/mutate} compares with what survives. */
class SurvivorsTest {
  private static final Path ROOT = Path.of("..");
  private static final String PACKAGE = "src/main/java/io/github/dynamooutbox/";

  static Stream<String> mutatedModules() throws IOException {
    return found(ROOT.resolve("pom.xml"), "<module>([^<]+)</module>").stream()
        .filter(module -> !property(module, "outbox.pit.classes").isEmpty());
  }

  @ParameterizedTest
  @MethodSource("mutatedModules")
  void giveEachSurvivorAReason(String module) throws IOException {
    List<String> lines = list(module);
    assertThat(lines)
        .isSorted()
        .allMatch(
            line ->
                line.matches(
                    "[\\w.$]+\t[\\w$<>]+\t\\w+Mutator\t[1-9]\\d*\t(equivalent|not reached): .+"),
            "class, method, mutator, count and reason, apart by tabs");
    assertThat(lines).extracting(line -> line.replaceAll("\t\\d+\t.*", "")).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("mutatedModules")
  void nameClassesThatExist(String module) throws IOException {
    for (String line : list(module)) {
      String file = line.replaceAll("[$\t].*", "").replace('.', '/') + ".java";
      assertThat(ROOT.resolve(module).resolve(PACKAGE).resolve(file)).isRegularFile();
    }
  }

  @ParameterizedTest
  @MethodSource("mutatedModules")
  void areAsLongAsTheModuleAllows(String module) throws IOException {
    int listed =
        list(module).stream().mapToInt(line -> Integer.parseInt(line.split("\t")[3])).sum();
    assertThat(property(module, "outbox.pit.surviving")).containsExactly(String.valueOf(listed));
  }

  private static List<String> list(String module) throws IOException {
    return Files.readAllLines(ROOT.resolve(module).resolve("survivors.tsv"));
  }

  private static List<String> property(String module, String name) {
    try {
      return found(
          ROOT.resolve(module).resolve("pom.xml"), "<" + Pattern.quote(name) + ">([^<]+)</");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> found(Path file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
