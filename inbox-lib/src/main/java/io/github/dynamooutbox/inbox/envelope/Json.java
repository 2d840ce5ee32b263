package io.github.dynamooutbox.inbox.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.util.Map;
import java.util.TreeMap;

/** Reads and writes JSON in which numbers of any size keep their value. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      // The largest message has 1 MB, so these limits need not protect from
                      // anything.
                      StreamReadConstraints.builder()
                          .maxNestingDepth(100_000)
                          .maxNumberLength(2_000_000)
                          .maxStringLength(20_000_000)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /**
   * @param what names the text in error messages, for example {@code the body}
   */
  static JsonNode parse(String json, String what) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      if (!tree.isObject()) {
        throw new UnusableEventException(what + " is not a JSON object, but " + tree.getNodeType());
      }
      return tree;
    } catch (JsonProcessingException e) {
      // Jackson's own message may quote the text.
      throw new UnusableEventException(
          what
              + " is not JSON: fails at character "
              + e.getLocation().getCharOffset()
              + "; does something other than the relay send here?");
    }
  }

  static String write(JsonNode json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON that was read can be written", e);
    }
  }

  /** One text field of each member: SNS and SQS write attributes like this. */
  static Map<String, String> texts(JsonNode members, String field) {
    Map<String, String> texts = new TreeMap<>();
    members
        .properties()
        .forEach(
            member -> {
              JsonNode value = member.getValue().path(field);
              if (value.isTextual()) {
                texts.put(member.getKey(), value.textValue());
              }
            });
    return texts;
  }
}
