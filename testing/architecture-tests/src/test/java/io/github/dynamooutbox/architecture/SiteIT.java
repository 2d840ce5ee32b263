package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The site is built of every document, and its pages ask no other host for anything. */
@Tag("full")
class SiteIT {
  private static final int SECONDS = 600;

  /** What {@code .ci/site} says when npm installs nothing. */
  private static final int NOT_INSTALLED = 3;

  private static final Path DOCS = Repository.file("docs");
  private static final Path SITE = DOCS.resolve(".vitepress/dist");

  private static final Pattern LOADED_FROM_ELSEWHERE =
      Pattern.compile("(?:src|<link[^>]* href)=\"(?:https?:)?//[^\"]*|url\\(\"?https?:[^)]*");

  @Test
  void isBuiltOfEveryDocumentAndLoadsNothingFromElsewhere() throws Exception {
    Path said = Files.createDirectories(Path.of("target")).resolve("site.txt");
    int ended = build(said);
    TestTool.NPM.require(
        ended != NOT_INSTALLED,
        "it cannot install what docs/package-lock.json names: " + Files.readString(said),
        TestAbortedException::new);
    assertThat(ended).as(Files.readString(said)).isZero();

    assertThat(files(SITE, ".html")).containsAll(pages());
    for (Path file :
        Stream.of(".html", ".css").flatMap(type -> files(SITE, type).stream()).toList()) {
      String content = Files.readString(SITE.resolve(file));
      assertThat(LOADED_FROM_ELSEWHERE.matcher(content).results()).as(file.toString()).isEmpty();
      assertThat(content).as("pictures follow the site's switch").doesNotContain("<source ");
    }
  }

  private static int build(Path said) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Repository.file(".ci/site").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      return process.waitFor(SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The README is for readers of the repository. */
  private static List<Path> pages() throws IOException {
    return DocumentationTest.documents()
        .filter(document -> document.startsWith(DOCS))
        .map(document -> DOCS.relativize(document).toString())
        .filter(document -> !document.equals("README.md"))
        .map(document -> Path.of(document.replaceFirst("\\.md$", ".html")))
        .toList();
  }

  private static List<Path> files(Path directory, String type) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(type))
          .map(directory::relativize)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
