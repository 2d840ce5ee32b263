package io.github.dynamooutbox.examples.demo.report;

import java.io.PrintStream;
import java.util.List;

/**
 * Where the demo writes: a terminal, whose last lines can be written anew, or something that keeps
 * every line, such as a file. After {@link #silence()} nothing more is written. Thread-safe.
 */
public final class Screen {
  private final PrintStream out;
  private final boolean terminal;
  private final boolean colour;
  private int replaceable;
  private boolean silent;

  /**
   * @param terminal whether what is written can be replaced
   * @param colour whether colour is wanted
   */
  public Screen(PrintStream out, boolean terminal, boolean colour) {
    this.out = out;
    this.terminal = terminal;
    this.colour = colour;
  }

  /** Whether what is written can be replaced. */
  public boolean isTerminal() {
    return terminal;
  }

  /** A line that stays. */
  public synchronized void line(String text) {
    write(text);
    replaceable = 0;
  }

  /** Lines that stay, in place of those that can be replaced. */
  public synchronized void lines(List<String> lines) {
    eraseReplaceable();
    lines.forEach(this::write);
  }

  /** Lines that the next ones replace. On anything but a terminal they stay. */
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

  /** Why there is no result. */
  public synchronized void failure(RuntimeException e) {
    if (!silent) {
      e.printStackTrace(out);
    }
    replaceable = 0;
  }

  /** Nothing more is written from now on. */
  public synchronized void silence() {
    silent = true;
  }

  /** Bold, where colour is wanted. */
  public String strong(String text) {
    return styled("1", text);
  }

  /** Green, where colour is wanted. */
  public String good(String text) {
    return styled("32", text);
  }

  /** Red, where colour is wanted. */
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
