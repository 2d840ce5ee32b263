package io.github.dynamooutbox.format;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rule for names of event headers, which become CloudEvents extension attributes: 1 to 20
 * characters of {@code a-z} and {@code 0-9} (CloudEvents 1.0, "Attribute Naming Convention"), and
 * no name that the envelope itself uses. Names of context attributes that yield to headers, {@code
 * user} and {@code tenant}, are allowed: such a header replaces the record's attribute for its
 * event.
 */
public final class HeaderName {
  public static final int MAX_LENGTH = 20;

  private static final Set<String> OF_ENVELOPE =
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
          "aggregatetype",
          "previous",
          "previousbase64",
          "dataref",
          "datareflength",
          "datarefsha256",
          "datareftype");

  /** What an archive adds to the attributes of an event. */
  public static final Set<String> OF_ARCHIVE =
      Set.of(
          "archiveformat", "recordkey", "recordindex", "recordcount", "recordtime", "recordregion");

  private static final Set<String> RESERVED =
      Stream.concat(
              OF_ENVELOPE.stream(),
              ContextAttribute.all().stream()
                  .filter(attribute -> !attribute.yieldsToHeaders())
                  .map(ContextAttribute::cloudEventName))
          .collect(Collectors.toUnmodifiableSet());

  private HeaderName() {}

  public static boolean isAllowed(String name) {
    return isWellFormed(name) && !isReserved(name);
  }

  /**
   * Whether an event may be committed with the name: an allowed name that no target uses itself.
   * Earlier versions committed those of {@link #OF_ARCHIVE}, which other targets still accept.
   */
  public static boolean isFree(String name) {
    return isAllowed(name) && !OF_ARCHIVE.contains(name);
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
