package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lists of surviving mutants, which {@code .ci/mutate} compares with what survives. */
class SurvivorsTest {
  private static final String PACKAGE = "src/main/java/io/github/dynamooutbox/";

  static Stream<String> mutatedModules() {
    return Repository.modules().stream()
        .filter(module -> !property(module, "outbox.pit.classes").isEmpty());
  }

  @ParameterizedTest
  @MethodSource("mutatedModules")
  void giveEachSurvivorAReason(String module) {
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
  void nameMethodsThatExist(String module) {
    assertThat(list(module)).allMatch(line -> exists(module, line.split("\t", -1)));
  }

  private static boolean exists(String module, String[] line) {
    String source =
        Repository.read(
            module + "/" + PACKAGE + line[0].replaceAll("\\$.*", "").replace('.', '/') + ".java");
    String type = line[0].replaceAll(".*[.$]", "");
    String method = line[1].replaceAll("^lambda\\$|\\$\\d+$", "");
    String declared = method.matches("<init>|new") ? type + "\\b" : "[\\w>\\]] " + method + "\\(";
    return Pattern.compile(declared).matcher(source).find();
  }

  @ParameterizedTest
  @MethodSource("mutatedModules")
  void areAsLongAsTheModuleAllows(String module) {
    int listed =
        list(module).stream().mapToInt(line -> Integer.parseInt(line.split("\t", -1)[3])).sum();
    assertThat(property(module, "outbox.pit.surviving")).containsExactly(String.valueOf(listed));
  }

  private static List<String> list(String module) {
    return Repository.read(module + "/survivors.tsv").lines().toList();
  }

  private static List<String> property(String module, String name) {
    return Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)</")
        .matcher(Repository.read(module + "/pom.xml"))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
