package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Settings of the event source mapping. Those on which the relay's guarantees depend are not among
 * them: {@link LambdaRelay} fixes them.
 *
 * @param batchSize 1 to 10,000 records
 * @param batchingWindowSeconds 0 to 300
 * @param bisectOnError whether a batch is halved when the function itself fails
 */
public record MappingSettings(int batchSize, int batchingWindowSeconds, boolean bisectOnError) {
  static MappingSettings of(JsonNode relay, JsonNode mapping) {
    return new MappingSettings(
        relay.path("batchSize").asInt(),
        mapping.path("batchingWindowSeconds").asInt(),
        mapping.path("bisectOnError").asBoolean());
  }
}
