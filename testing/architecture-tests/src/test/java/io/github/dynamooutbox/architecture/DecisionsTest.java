package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Decisions have one form of title, one number each, and a reason where a number is missing. */
class DecisionsTest {
  private static final Pattern NUMBER = Pattern.compile("\\b\\d{4}\\b");

  private static List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(Repository.file("docs/decisions"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> !file.equals("README.md"))
          .sorted()
          .toList();
    }
  }

  @Test
  void titlesHaveTheNumberOfTheFile() throws IOException {
    assertThat(files())
        .allSatisfy(
            file ->
                assertThat(Repository.read("docs/decisions/" + file))
                    .startsWith("# " + file.substring(0, 4) + ": "));
  }

  @Test
  void numbersAreUsedOnceAndThoseThatAreMissingAreExplained() throws IOException {
    List<String> numbers = files().stream().map(file -> file.substring(0, 4)).toList();
    List<String> explained =
        NUMBER
            .matcher(Repository.read("docs/decisions/README.md"))
            .results()
            .map(MatchResult::group)
            .toList();

    assertThat(numbers).doesNotHaveDuplicates();
    assertThat(explained).contains("0005", "0009");
    int last = Integer.parseInt(numbers.get(numbers.size() - 1));
    for (int number = 1; number < last; number++) {
      String written = String.format(Locale.ROOT, "%04d", number);
      assertThat(numbers.contains(written) || explained.contains(written)).as(written).isTrue();
    }
  }
}
