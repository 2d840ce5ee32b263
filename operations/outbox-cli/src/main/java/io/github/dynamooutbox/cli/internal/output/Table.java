package io.github.dynamooutbox.cli.internal.output;

import java.util.ArrayList;
import java.util.List;

/** Rows below headings, as wide as needed. Numbers are aligned to the right. */
public final class Table {
  private static final String GAP = "  ";

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

  List<String> lines(Style style) {
    List<String> lines = new ArrayList<>();
    lines.add(style.bold(line(headings)));
    rows.forEach(row -> lines.add(line(row)));
    return lines;
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String padding = " ".repeat(width(column) - length(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(isNumeric(column) ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    int width = length(headings.get(column));
    for (List<String> row : rows) {
      width = Math.max(width, length(row.get(column)));
    }
    return width;
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private boolean isNumeric(int column) {
    return !rows.isEmpty() && rows.stream().allMatch(row -> row.get(column).matches("[\\d.,-]+"));
  }
}
