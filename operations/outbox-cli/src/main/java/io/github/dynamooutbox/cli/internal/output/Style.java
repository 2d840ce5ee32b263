package io.github.dynamooutbox.cli.internal.output;

/** Colours, where they are wanted. */
public record Style(boolean colour) {
  private static final String FIRST_STRONG_ISOLATE = "\u2068";
  private static final String POP_ISOLATE = "\u2069";
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

  /**
   * Names come from data: none of them may steer a terminal, or turn the text around it. Text in a
   * script from right to left is isolated from what stands beside it.
   */
  static String printable(String text) {
    String plain =
        text.codePoints()
            .map(each -> steers(each) ? '\ufffd' : each)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    return plain.codePoints().anyMatch(Style::isFromRightToLeft)
        ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE
        : plain;
  }

  /** How many columns it takes, as far as a terminal has one for each character. */
  static int width(String printable) {
    return (int)
        printable
            .codePoints()
            .filter(each -> each != FIRST_STRONG_ISOLATE.charAt(0) && each != POP_ISOLATE.charAt(0))
            .count();
  }

  private static boolean steers(int character) {
    return Character.isISOControl(character)
        || character == 0x061c
        || character == 0x200e
        || character == 0x200f
        || (character >= 0x202a && character <= 0x202e)
        || (character >= 0x2066 && character <= 0x2069);
  }

  private static boolean isFromRightToLeft(int character) {
    byte direction = Character.getDirectionality(character);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
