package io.github.dynamooutbox.cli.internal.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rows below headings, as wide as needed. Numbers are aligned to the right. */
public final class Table {
  private static final String GAP = "  ";
  private static final Pattern NUMBER = Pattern.compile("[\\d.,-]+");

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  private Table(List<String> headings) {
    this.headings = headings;
  }

  public static Table of(String... headings) {
    return new Table(List.of(headings));
  }

  public Table row(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(
          "%d cells below %d headings".formatted(cells.length, headings.size()));
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Style.printable(String.valueOf(cell)));
    }
    rows.add(row);
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Line by line; the widths are found in one pass before. */
  Stream<String> lines(Style style) {
    int[] widths = new int[headings.size()];
    boolean[] numeric = new boolean[headings.size()];
    for (int column = 0; column < widths.length; column++) {
      int index = column;
      widths[index] =
          Stream.concat(Stream.of(headings), rows.stream())
              .mapToInt(row -> length(row.get(index)))
              .max()
              .orElse(0);
      numeric[index] =
          !rows.isEmpty()
              && rows.stream().allMatch(row -> NUMBER.matcher(row.get(index)).matches());
    }
    return Stream.concat(
        Stream.of(style.bold(line(headings, widths, numeric))),
        rows.stream().map(row -> line(row, widths, numeric)));
  }

  private static String line(List<String> cells, int[] widths, boolean[] numeric) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String padding = " ".repeat(widths[column] - length(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(numeric[column] ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return Style.width(cell);
  }
}
