package io.github.dynamooutbox.format;

/**
 * What makes a JSON text hard to read, apart from its size. Only writers compare it with {@link
 * FormatLimits}, before an event is committed: what is committed is passed on as it is.
 *
 * @param depth arrays and objects within each other; 0 for a single value
 * @param longestNumber characters of the longest number, as it is written
 * @param longestName characters of the longest name of a member, as it is written
 * @param hasLargeInteger whether there is a number without fraction and exponent beyond 64 bits
 */
public record JsonShape(int depth, int longestNumber, int longestName, boolean hasLargeInteger) {

  /**
   * Which limit the text exceeds, and by how much; empty if it is within all of them. Never
   * contains payload data.
   */
  public String excess() {
    if (depth > FormatLimits.MAX_JSON_DEPTH) {
      return excess("is nested " + depth + " levels deep", FormatLimits.MAX_JSON_DEPTH);
    }
    if (longestNumber > FormatLimits.MAX_JSON_NUMBER_LENGTH) {
      return excess(
          "has a number of " + longestNumber + " characters", FormatLimits.MAX_JSON_NUMBER_LENGTH);
    }
    return longestName > FormatLimits.MAX_JSON_NAME_LENGTH
        ? excess("has a name of " + longestName + " characters", FormatLimits.MAX_JSON_NAME_LENGTH)
        : "";
  }

  private static String excess(String what, int limit) {
    return what + "; readers accept " + limit;
  }
}
