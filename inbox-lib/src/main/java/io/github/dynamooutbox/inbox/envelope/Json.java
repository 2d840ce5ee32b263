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

/** JSON whose numbers keep their value, whatever their size. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      // The largest message has 1 MB; these limits are not what protects anyone.
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
   * @param what for the message, for example {@code the body}
   */
  static JsonNode parse(String json, String what) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      if (!tree.isObject()) {
        throw new UnusableEventException(what + " is not a JSON object, but " + tree.getNodeType());
      }
      return tree;
    } catch (JsonProcessingException e) {
      // Its own message may quote the text.
      throw new UnusableEventException(
          what
              + " is not JSON: fails at character "
              + e.getLocation().getCharOffset()
              + "; is something else than the relay sending here?");
    }
  }

  static String write(JsonNode json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was read can be written", e);
    }
  }

  /** The text of one field of each member: attributes as SNS and SQS write them. */
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
