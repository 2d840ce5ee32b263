package io.github.dynamooutbox.format;

import java.util.Locale;

/** Tells JSON and text from other payloads by their media type. */
public final class MediaType {
  private MediaType() {}

  /** CloudEvents JSON format, section 3.1: the media subtype is {@code json} or ends in +json. */
  public static boolean isJson(String contentType) {
    if (contentType.equals("application/json")) {
      return true;
    }
    int end = contentType.indexOf(';');
    String mediaType = (end < 0 ? contentType : contentType.substring(0, end)).trim();
    String lower = mediaType.toLowerCase(Locale.ROOT);
    return lower.endsWith("/json") || lower.endsWith("+json");
  }

  /** Whether the payload is text: JSON, or of a type {@code text/*}. */
  public static boolean isText(String contentType) {
    return isJson(contentType) || contentType.startsWith("text/");
  }
}
