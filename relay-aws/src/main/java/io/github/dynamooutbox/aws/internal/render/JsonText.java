package io.github.dynamooutbox.aws.internal.render;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.dynamooutbox.format.MediaType;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Payloads whose content type says JSON, checked once and then passed on as they are. */
final class JsonText {
  /** A payload is bounded by DynamoDB's item size, so the parser's own limits may only be wider. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(NO_LIMIT)
                  .maxNumberLength(NO_LIMIT)
                  .maxStringLength(NO_LIMIT)
                  .maxNameLength(NO_LIMIT)
                  .build())
          .build();

  private JsonText() {}

  static boolean isJson(String contentType) {
    return MediaType.isJson(contentType);
  }

  /**
   * Checks that a text is exactly one JSON value.
   *
   * @return whether the value is an object
   */
  static boolean checkedIsObject(String text) throws RefusedEvent {
    if (text.startsWith("\uFEFF")) {
      throw malformed("starts with a byte order mark");
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw malformed("is empty");
      }
      parser.skipChildren();
      // Scalars are read to their end only when asked for or passed.
      if (parser.nextToken() != null) {
        throw malformed("goes on after its first value");
      }
      return first == JsonToken.START_OBJECT;
    } catch (JsonProcessingException e) {
      // The parser's own message may quote the payload.
      throw malformed("fails at character " + e.getLocation().getCharOffset());
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private static RefusedEvent malformed(String how) {
    return new RefusedEvent("MALFORMED_JSON", "the content type says JSON, but the data " + how);
  }
}
