package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation shows is what the build compiles, and what it points at exists. */
class DocumentationTest {
  private static final Path ROOT = Repository.ROOT;

  /** A comment that names a file and a snippet in it, and the code block that follows. */
  private static final Pattern SNIPPET =
      Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->\\s*```\\w+\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");

  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

  static Stream<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      top.filter(path -> path.toString().endsWith(".md")).forEach(documents::add);
    }
    TopFoldersTest.folders().map(folder -> folder.resolve("README.md")).forEach(documents::add);
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(path -> path.toString().endsWith(".md"))
          .filter(path -> !path.toString().contains("node_modules"))
          .forEach(documents::add);
    }
    return documents.stream();
  }

  @Test
  void readmeShowsCodeThatIsCompiled() {
    assertThat(SNIPPET.matcher(read(ROOT.resolve("README.md"))).results()).isNotEmpty();
  }

  /** A reader who has one minute reads no further than one screen. */
  @Test
  void readmeStartsWithWhatItIsTheDependencyTheFirstCodeAndTheDemo() throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
    assertThat(lines.get(2)).startsWith("A transactional outbox");
    assertThat(String.join("\n", lines.subList(0, 60)))
        .contains("<artifactId>writer-lib</artifactId>", "implementation(\"", "./demo")
        .contains("Outbox.builder(", ".commit();");
  }

  /** Its list is the site's navigation, to which decisions are added. */
  @Test
  void readmeListsEveryDocument() throws IOException {
    String list = read(ROOT.resolve("README.md")).split("\n## Documentation\n", -1)[1];
    assertThat(documents().filter(document -> document.startsWith(ROOT.resolve("docs"))))
        .filteredOn(document -> !document.getParent().endsWith("decisions"))
        .filteredOn(document -> !document.getFileName().toString().matches("(README|index).md"))
        .allSatisfy(document -> assertThat(list).contains("](" + ROOT.relativize(document) + ")"));
  }

  /** Or the pattern finds no link, and none is checked. */
  @Test
  void documentsHaveLinks() throws IOException {
    assertThat(documents().flatMap(document -> LINK.matcher(read(document)).results()))
        .hasSizeGreaterThan(100);
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
    assertThat(LINK.matcher(read(document)).results())
        .allSatisfy(
            link -> {
              Path file =
                  link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
              assertThat(file).exists();
              if (link.group(2) != null) {
                assertThat(anchors(file)).as(link.group()).contains(link.group(2));
              }
            });
  }

  /** Documents give our own version in full: what they say to add or deploy has to exist. */
  @Test
  void documentsNameTheVersionOfTheBuild() throws IOException {
    String version = first(VERSION, Repository.read("library/outbox-bom/pom.xml"));
    Pattern coordinates =
        Pattern.compile(
            "dynamooutbox:[a-z-]+:([^`\"\\s]+)|writer-lib</artifactId>\\s*<version>([^<]+)<");
    List<String> named =
        documents()
            .flatMap(document -> coordinates.matcher(read(document)).results())
            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
            .toList();
    assertThat(named).hasSizeGreaterThan(1).containsOnly(version);
  }

  private static String first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
  }

  /** The anchors that GitHub makes of a document's headings. */
  private static List<String> anchors(Path document) {
    return HEADING
        .matcher(read(document))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
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
}
