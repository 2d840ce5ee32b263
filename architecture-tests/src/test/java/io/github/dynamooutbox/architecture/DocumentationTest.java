package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation shows is what the build compiles, and what it points at exists. */
class DocumentationTest {
  private static final Path ROOT = root();

  /** A comment that names a file and a snippet in it, and the code block that follows. */
  private static final Pattern SNIPPET =
      Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->\\s*```\\w+\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

  static Stream<Path> documents() throws IOException {
    List<Path> documents =
        new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(path -> path.toString().endsWith(".md")).forEach(documents::add);
    }
    return documents.stream();
  }

  @Test
  void readmeShowsCodeThatIsCompiled() {
    assertThat(SNIPPET.matcher(read(ROOT.resolve("README.md"))).results()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void snippetsAreTheCompiledCode(Path document) {
    SNIPPET
        .matcher(read(document))
        .results()
        .forEach(
            shown ->
                assertThat(shown.group(3).strip())
                    .as("%s#%s", shown.group(1), shown.group(2))
                    .isEqualTo(snippet(shown)));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadSomewhere(Path document) {
    assertThat(LINK.matcher(read(document)).results().map(link -> link.group(1)))
        .allSatisfy(link -> assertThat(document.resolveSibling(link)).exists());
  }

  private static String snippet(MatchResult shown) {
    String source = read(ROOT.resolve(shown.group(1)));
    Pattern between =
        Pattern.compile(
            "// snippet:start " + Pattern.quote(shown.group(2)) + "\\n(.*?)\\s*// snippet:end",
            Pattern.DOTALL);
    String code =
        between
            .matcher(source)
            .results()
            .findFirst()
            .orElseThrow(() -> new AssertionError("no snippet " + shown.group(2)))
            .group(1);
    return code.stripIndent().strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path path = Path.of("").toAbsolutePath();
    while (!Files.exists(path.resolve("mvnw"))) {
      path = path.getParent();
    }
    return path;
  }
}
