package io.github.dynamooutbox.aws.bad;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tables of docs/bad-events.md whose first column says what is bad. */
final class DocumentedRows {
  /**
   * One row.
   *
   * @param bad what is bad
   * @param withControlTable what happens to it
   * @param without what happens where there is no control table
   * @param says part of the message; empty where nothing is said
   */
  record Documented(String bad, String withControlTable, String without, String says) {
    @Override
    public String toString() {
      return bad;
    }
  }

  private static final String HEAD = "| what is bad |";

  private DocumentedRows() {}

  static List<Documented> read() {
    List<Documented> rows = new ArrayList<>();
    boolean inTable = false;
    for (String line : lines()) {
      inTable = line.startsWith(HEAD) || (inTable && line.startsWith("|"));
      if (inTable && !line.startsWith(HEAD) && !line.startsWith("|---")) {
        String[] cells = line.split("\\|", -1);
        rows.add(
            new Documented(cells[1].strip(), fate(cells[2]), fate(cells[3]), cells[4].strip()));
      }
    }
    return rows;
  }

  private static String fate(String cell) {
    return cell.replace("`", "").strip();
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(Path.of("../../docs/bad-events.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
