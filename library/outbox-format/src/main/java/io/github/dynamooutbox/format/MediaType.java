package io.github.dynamooutbox.format;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells JSON and text from other payloads by their media type. */
public final class MediaType {
  private static final String TEXT = "text/";
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*[\"']?([^\"';\\s]*)", Pattern.CASE_INSENSITIVE);
  private static final Set<String> UTF_8 = Set.of("utf-8", "utf8", "us-ascii", "ascii");

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
    return isJson(contentType) || contentType.regionMatches(true, 0, TEXT, 0, TEXT.length());
  }

  /** Whether it is text, and names no other charset than UTF-8 or its subset ASCII. */
  static boolean isUtf8Text(String contentType) {
    Matcher charset = CHARSET.matcher(contentType);
    return isText(contentType)
        && (!charset.find() || UTF_8.contains(charset.group(1).toLowerCase(Locale.ROOT)));
  }
}
