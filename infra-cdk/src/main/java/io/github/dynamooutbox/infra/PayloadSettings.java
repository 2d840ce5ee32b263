package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The bucket of large payloads, with the names of the configuration.
 *
 * @param retentionDays days after which an object is removed, 8 to 3650
 */
public record PayloadSettings(int retentionDays) {
  static PayloadSettings of(JsonNode payloads) {
    return new PayloadSettings(payloads.path("retentionDays").asInt());
  }
}
