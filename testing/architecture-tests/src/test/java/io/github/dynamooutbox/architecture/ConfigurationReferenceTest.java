package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.config.InfrastructureKeys;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.targets.TargetFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of keys in the documentation are those of the declared keys. */
class ConfigurationReferenceTest {
  /** A table between two comments, of which the first names its section or kind of target. */
  private static final Pattern TABLE =
      Pattern.compile("(?s)(<!-- keys: (\\S+) -->\n).*?(<!-- end -->)");

  private static final List<String> BUILT_IN =
      List.of("eventbridge", "eventbridgev2", "sns", "sqs", "kinesis");

  private static final Pattern VALUE = Pattern.compile("`[^`]+`");

  /** What the relay does not read. */
  private static final String STACK_ONLY = "*Stack:* ";

  private static final Set<String> SHARED =
      Set.of("ordered", "envelope", "maxEntries", "maxInFlight");

  @ParameterizedTest
  @ValueSource(strings = {"docs/configuration.md", "docs/archive.md", "docs/kafka.md"})
  void hasTheDeclaredKeys(String document) throws IOException {
    Path file = Repository.file(document);
    String text = Files.readString(file);
    String generated =
        TABLE
            .matcher(text)
            .replaceAll(
                table ->
                    Matcher.quoteReplacement(
                        table.group(1) + table(table.group(2)) + table.group(3)));
    if (Boolean.getBoolean("outbox.api.write")) {
      Files.writeString(file, generated);
    }

    assertThat(generated).contains("<!-- keys: ");
    assertThat(file)
        .as(
            "The tables of keys. Write them:%n./mvnw -q -pl :architecture-tests -am test"
                + " -Dtest=ConfigurationReferenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Doutbox.api.write=true")
        .hasContent(generated);
  }

  private static String table(String name) {
    if (name.equals("targets")) {
      return heading("key")
          + rows(ofEveryKind(), "", "")
          + "\nAnd by type:\n\n"
          + heading("type | key")
          + BUILT_IN.stream().map(ConfigurationReferenceTest::ofKind).collect(Collectors.joining());
    }
    String table = heading("key") + rows(section(name).keys(), "", "");
    // The page names the few keys of this section that the relay reads, too.
    return name.equals("infrastructure") ? table.replace(STACK_ONLY, "") : table;
  }

  private static Section section(String name) {
    if (name.equals("infrastructure")) {
      return InfrastructureKeys.all();
    }
    return Optional.ofNullable(DocumentKeys.kinds().get(name))
        .map(TargetFactory::keys)
        .orElseGet(() -> DocumentKeys.section(name));
  }

  /** What targets of all kinds have, with the values of a bus. */
  private static List<Key<?>> ofEveryKind() {
    List<Key<?>> keys = new ArrayList<>(DocumentKeys.ofEveryTarget().keys());
    keys.addAll(1, ofKind(BUILT_IN.get(0), SHARED::contains));
    return keys;
  }

  /** What this kind has in addition, or with other values than a bus. */
  private static String ofKind(String kind) {
    List<String> shared = ofEveryKind().stream().map(key -> row(key, "")).toList();
    List<Key<?>> keys = ofKind(kind, name -> true);
    keys.removeIf(key -> shared.contains(row(key, "")));
    return rows(keys, "", "| `" + kind + "` ");
  }

  private static List<Key<?>> ofKind(String kind, Predicate<String> isWanted) {
    return section(kind).keys().stream()
        .filter(key -> isWanted.test(key.name()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static String heading(String columns) {
    return "| %s | default | meaning |\n|%s---|---|\n"
        .formatted(columns, columns.replaceAll("[^|]+", "---") + "|");
  }

  private static String rows(List<Key<?>> keys, String path, String before) {
    StringBuilder rows = new StringBuilder();
    for (Key<?> key : keys) {
      rows.append(before).append(row(key, path));
      key.within()
          .ifPresent(section -> rows.append(rows(section.keys(), path + key.name() + ".", before)));
    }
    return rows.toString();
  }

  private static String row(Key<?> key, String path) {
    String standard = key.standard().map(value -> "`" + value + "`").orElse("");
    return "| `%s` | %s | %s%s |\n"
        .formatted(
            path + key.name(),
            key.isRequired() ? "required" : standard,
            key.reader() == Key.Reader.INFRASTRUCTURE ? STACK_ONLY : "",
            isSaid(key.about(), key.limits())
                ? key.about()
                : key.about() + " " + sentence(key.limits()));
  }

  /** Not twice: what each value means is what values there are. */
  private static boolean isSaid(String about, String limits) {
    return limits.isEmpty()
        || about.startsWith("Same values as ")
        || (limits.startsWith("one of ")
            && VALUE.matcher(limits).results().allMatch(value -> about.contains(value.group())));
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }
}
