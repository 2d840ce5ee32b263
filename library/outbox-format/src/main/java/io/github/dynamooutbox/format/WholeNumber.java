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

  private WholeNumber() {}

  /**
   * @throws ArithmeticException if the number has a fraction or more than 64 bits
   * @throws NumberFormatException if the text is not a number
   */
  static long parse(String text) {
    return new BigDecimal(text).longValueExact();
  }

  static boolean isWhole(String text) {
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
    return new BigDecimal(text).compareTo(BigDecimal.valueOf(other));
  }
}
