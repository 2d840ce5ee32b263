package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever is on call searches the log for what the runbook quotes, so the code has to say it. */
class QuotedLinesTest {
  private static final List<String> GUIDES =
      List.of("docs/operations.md", "docs/kcl.md", "docs/bad-events.md", "docs/control-table.md");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");

  /** Three words or more, and nothing that a key or an expression has. */
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(\\.\\.\\. )?[A-Za-z][a-z']*(,? ([A-Za-z'-]+|\"\\.\\.\\.\"|\\.\\.\\.)){2,}\\.?");

  private static final Pattern COMMAND = Pattern.compile("(outbox|aws) .*");
  private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");

  /** What differs each time. */
  private static final Pattern GAP = Pattern.compile("\"?\\.\\.\\.\"?");

  @Test
  void linesThatTheRunbookQuotesAreInTheCode() throws IOException {
    String code = code();
    List<String> quoted = GUIDES.stream().flatMap(QuotedLinesTest::quoted).toList();

    assertThat(quoted)
        .hasSizeGreaterThan(15)
        .allSatisfy(
            line ->
                assertThat(Arrays.stream(GAP.split(line)).map(String::strip))
                    .allSatisfy(part -> assertThat(code.contains(part)).as(part).isTrue()));
  }

  private static Stream<String> quoted(String guide) {
    return SPAN.matcher(BLOCK.matcher(Repository.read(guide)).replaceAll(""))
        .results()
        .map((MatchResult span) -> span.group(1))
        .filter(span -> SENTENCE.matcher(span).matches())
        .filter(span -> !COMMAND.matcher(span).matches());
  }

  /** The sources of all modules, with literals that are in several lines in one piece. */
  private static String code() throws IOException {
    StringBuilder code = new StringBuilder();
    for (String module : Repository.modules()) {
      Path sources = Repository.file(module).resolve("src/main/java");
      if (Files.exists(sources)) {
        try (Stream<Path> files = Files.walk(sources)) {
          for (Path file :
              files
                  .filter(each -> each.toString().endsWith(".java"))
                  .collect(Collectors.toList())) {
            code.append(CONCATENATION.matcher(Files.readString(file)).replaceAll(""));
          }
        }
      }
    }
    return code.toString();
  }
}
