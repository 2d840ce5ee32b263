package io.github.dynamooutbox.cli.internal.output;

import java.io.PrintWriter;

/** Text for people. */
public final class Page {
  private final PrintWriter out;
  private final Style style;

  Page(PrintWriter out, Style style) {
    this.out = out;
    this.style = style;
  }

  public Style style() {
    return style;
  }

  /** Writes a line. Control characters are replaced, so that data cannot steer a terminal. */
  public void line(String text) {
    out.println(Style.printable(text));
  }

  /**
   * Writes a line that begins with a mark.
   *
   * @param mark in a style
   */
  public void marked(String mark, String text) {
    out.println(mark + ' ' + Style.printable(text));
  }

  /** Writes a line that somebody should look at. */
  public void warning(String text) {
    out.println(style.warning(text));
  }

  /** Writes a line that says what is wrong. */
  public void bad(String text) {
    out.println(style.bad(text));
  }

  public void blank() {
    out.println();
  }

  public void heading(String text) {
    out.println(style.bold(text));
  }

  public void table(Table table) {
    table.lines(style).forEach(out::println);
  }
}
