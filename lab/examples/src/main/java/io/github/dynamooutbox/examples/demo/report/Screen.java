package io.github.dynamooutbox.examples.demo.report;

import java.io.PrintStream;
import java.util.List;

/**
 * The output of the demo: a terminal, on which the last lines can be replaced, or something that
 * keeps every line, such as a file. After {@link #silence()} nothing more is written. Thread-safe.
 */
public final class Screen {
  private final PrintStream out;
  private final boolean terminal;
  private final boolean colour;
  private int replaceable;
  private boolean silent;

  /**
   * @param terminal whether lines can be replaced
   * @param colour whether colour is wanted
   */
  public Screen(PrintStream out, boolean terminal, boolean colour) {
    this.out = out;
    this.terminal = terminal;
    this.colour = colour;
  }

  /** Whether lines can be replaced. */
  public boolean isTerminal() {
    return terminal;
  }

  /** Writes a line that stays. */
  public synchronized void line(String text) {
    write(text);
    replaceable = 0;
  }

  /** Writes lines that stay, in place of the replaceable ones. */
  public synchronized void lines(List<String> lines) {
    eraseReplaceable();
    lines.forEach(this::write);
  }

  /** Writes lines that the next ones replace. If this is not a terminal, they stay. */
  public synchronized void replaceableLines(List<String> lines) {
    eraseReplaceable();
    lines.forEach(this::write);
    replaceable = lines.size();
  }

  /** Erases the replaceable lines. */
  public synchronized void eraseReplaceable() {
    if (terminal && replaceable > 0 && !silent) {
      out.print("\u001b[" + replaceable + "A\u001b[J");
      out.flush();
    }
    replaceable = 0;
  }

  /** Reports why there is no result. */
  public synchronized void failure(RuntimeException e) {
    if (!silent) {
      e.printStackTrace(out);
    }
    replaceable = 0;
  }

  /** Suppresses all further output. */
  public synchronized void silence() {
    silent = true;
  }

  /** Bold, if colour is wanted. */
  public String strong(String text) {
    return styled("1", text);
  }

  /** Green, if colour is wanted. */
  public String good(String text) {
    return styled("32", text);
  }

  /** Red, if colour is wanted. */
  public String bad(String text) {
    return styled("31", text);
  }

  private String styled(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  private void write(String text) {
    if (!silent) {
      out.println(text);
      out.flush();
    }
  }
}
