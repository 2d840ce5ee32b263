package io.github.dynamooutbox.cli.internal.output;

/** Colours, where they are wanted. */
public record Style(boolean colour) {
  private static final String END = "\u001b[0m";

  public String bold(String text) {
    return in("\u001b[1m", text);
  }

  public String bad(String text) {
    return in("\u001b[31m", text);
  }

  public String warning(String text) {
    return in("\u001b[33m", text);
  }

  public String good(String text) {
    return in("\u001b[32m", text);
  }

  private String in(String start, String text) {
    String plain = printable(text);
    return colour ? start + plain + END : plain;
  }

  /** Names come from data: none of them may steer a terminal. */
  static String printable(String text) {
    return text.codePoints()
        .map(each -> Character.isISOControl(each) ? '\ufffd' : each)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
