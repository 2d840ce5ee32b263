package io.github.dynamooutbox.format;

import java.util.Set;

/**
 * The rule for names of event headers, which become CloudEvents extension attributes: 1 to 20
 * characters of {@code a-z} and {@code 0-9} (CloudEvents 1.0, "Attribute Naming Convention"), and
 * no name that the envelope itself uses. {@code user} and {@code tenant} are allowed: such a header
 * replaces the record's attribute for its event.
 */
public final class HeaderName {
  public static final int MAX_LENGTH = 20;

  private static final Set<String> RESERVED =
      Set.of(
          "id",
          "source",
          "specversion",
          "type",
          "time",
          "subject",
          "data",
          "datacontenttype",
          "dataschema",
          "partitionkey",
          "sequence",
          "sequencecount",
          "traceparent",
          "tracestate",
          "aggregatetype",
          "correlationid",
          "causationid",
          "previous",
          "previousbase64",
          "dataref",
          "datareflength",
          "datarefsha256");

  private HeaderName() {}

  public static boolean isAllowed(String name) {
    return isWellFormed(name) && !isReserved(name);
  }

  /** Whether the name has an allowed length and allowed characters. */
  public static boolean isWellFormed(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  /** Whether the envelope uses the name itself. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }
}
