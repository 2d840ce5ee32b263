package io.github.dynamooutbox.kcl.internal.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that the tables of the documentation list. */
final class DocumentedMetrics {
  private static final Pattern NAME = Pattern.compile("`([A-Za-z_]+)(\\{[a-z]+})?`");

  private DocumentedMetrics() {}

  /** The metrics of {@code /metrics}. */
  static Set<String> ofPrometheus() throws IOException {
    return names("../docs/kcl.md", "| metric | unit | meaning |", row -> true);
  }

  /** The CloudWatch metrics of the KCL relay: all but the redrive function's. */
  static Set<String> ofCloudWatch() throws IOException {
    return names(
        "../docs/operations.md",
        "| metric | unit | of | meaning |",
        row -> !row.split("\\|", 5)[3].contains("redrive function"));
  }

  /** The names in the first column of these rows of the table with this header. */
  private static Set<String> names(String file, String head, Predicate<String> rows)
      throws IOException {
    String text = Files.readString(Path.of(file));
    String table = text.substring(text.indexOf(head) + head.length()).split("\n\n", 2)[0];
    Set<String> names = new TreeSet<>();
    table
        .lines()
        .filter(line -> line.startsWith("| `"))
        .filter(rows)
        .forEach(
            row -> {
              Matcher name = NAME.matcher(row.split("\\|", 3)[1]);
              while (name.find()) {
                names.add(name.group(1));
              }
            });
    return names;
  }
}
