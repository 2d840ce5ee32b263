package io.github.dynamooutbox.format;

import java.math.BigDecimal;

/**
 * Reads DynamoDB's decimal text as whole numbers, exactly. Accepts notations such as {@code 2E+3}.
 */
final class WholeNumber {
  /**
   * DynamoDB's numbers end at 1E+126; this limit keeps odd input from expanding into a huge number.
   */
  private static final int MAX_EXPONENT = 126;

  private static final int PLAIN_DIGITS = 18;

  private WholeNumber() {}

  /**
   * @throws ArithmeticException if the number has a fraction or more than 64 bits
   * @throws NumberFormatException if the text is not a number
   */
  static long parse(String text) {
    if (isPlain(text)) {
      return Long.parseLong(text);
    }
    return new BigDecimal(text).longValueExact();
  }

  /** Digits alone, as almost every number in a record is, and few enough for 64 bits. */
  private static boolean isPlain(String text) {
    if (text.isEmpty() || text.length() > PLAIN_DIGITS) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    return true;
  }

  static boolean isWhole(String text) {
    if (isPlain(text)) {
      return true;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      return number.precision() - (long) number.scale() <= MAX_EXPONENT
          && number.stripTrailingZeros().scale() <= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Compares a whole number of any size with one of 64 bits. */
  static int compare(String text, long other) {
    if (isPlain(text)) {
      return Long.compare(Long.parseLong(text), other);
    }
    return new BigDecimal(text).compareTo(BigDecimal.valueOf(other));
  }
}
