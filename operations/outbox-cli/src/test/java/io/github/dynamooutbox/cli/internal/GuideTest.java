package io.github.dynamooutbox.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The commands and the tables of the guides are those of the tool. */
class GuideTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```\\n(.*?)^ *```$");
  private static final Pattern LINE = Pattern.compile("(?m)^ *(?:\\$ )?outbox ([a-z].*)$");
  private static final Pattern INLINE = Pattern.compile("`outbox ([a-z][^`]*)`");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern TABLE = Pattern.compile("Table\\.of\\(([^)]*)\\)");
  private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern HEADINGS =
      Pattern.compile("(?m)^ *[A-Z]+( [A-Z]+)*(?: {2,}[A-Z]+( [A-Z]+)*)+$");

  private final CommandLine tool = OutboxTool.commandLine(Map.of());

  @ParameterizedTest
  @ValueSource(strings = {"operations.md", "cli.md"})
  void showsCommandsThatTheToolTakes(String guide) throws IOException {
    String text = read(guide);
    List<String> commands = commands(text);
    assertThat(commands).hasSizeGreaterThan(5);
    assertThat(commands)
        .allSatisfy(
            command ->
                assertThatCode(() -> tool.parseArgs(words(command).toArray(String[]::new)))
                    .doesNotThrowAnyException());
    Matcher mentions = INLINE.matcher(text);
    while (mentions.find()) {
      List<String> words = words(mentions.group(1));
      assertThat(tool.getSubcommands()).containsKey(words.get(0));
      assertThat(tool.getSubcommands().get(words.get(0)).getCommandSpec().optionsMap().keySet())
          .as(mentions.group())
          .containsAll(words.stream().filter(word -> word.startsWith("--")).toList());
    }
  }

  /** Every option of every command, as {@code --help} prints it. */
  @Test
  void theReferenceIsWhatTheToolPrints() throws IOException {
    Path reference = Path.of("../../docs/api/outbox-commands.help");
    StringBuilder printed = new StringBuilder();
    tool.getSubcommands()
        .values()
        .forEach(
            command ->
                printed
                    .append(
                        command
                            .setUsageHelpAutoWidth(false)
                            .setUsageHelpWidth(120)
                            .getUsageMessage(CommandLine.Help.Ansi.OFF)
                            .replaceAll(" +(?=\\R)", ""))
                    .append('\n'));
    if (Boolean.getBoolean("outbox.api.write")) {
      Files.writeString(reference, printed);
    }

    assertThat(reference)
        .as("a command or an option changed: run this test with -Doutbox.api.write=true")
        .hasContent(printed.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"operations.md"})
  void showsTablesAsTheToolPrintsThem(String guide) throws IOException {
    Set<String> printed = headings();
    List<String> shown = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(read(guide));
    while (blocks.find()) {
      HEADINGS
          .matcher(blocks.group(1))
          .results()
          .forEach(line -> shown.add(line.group().trim().replaceAll(" {2,}", "  ")));
    }
    assertThat(shown).hasSizeGreaterThan(10);
    assertThat(printed).containsAll(shown);
  }

  private static List<String> commands(String text) {
    List<String> commands = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(text);
    while (blocks.find()) {
      LINE.matcher(blocks.group(1)).results().forEach(line -> commands.add(line.group(1)));
    }
    return commands;
  }

  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  private static Set<String> headings() throws IOException {
    Set<String> headings = new HashSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      sources
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(
              file ->
                  TABLE
                      .matcher(contents(file))
                      .results()
                      .forEach(table -> headings.add(joined(table.group(1)))));
    }
    return headings;
  }

  private static String joined(String literals) {
    List<String> columns = TEXT.matcher(literals).results().map(column -> column.group(1)).toList();
    return String.join("  ", columns).trim();
  }

  private static String read(String guide) {
    return contents(Path.of("../../docs").resolve(guide));
  }

  private static String contents(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
