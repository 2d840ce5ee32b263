package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What may be chosen about the event source mapping. The settings on which the relay's guarantees
 * rest are not here: {@link LambdaRelay} fixes them.
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
