package io.github.dynamooutbox.aws.internal.target;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The ids of events that arrived as structured CloudEvents. */
final class CloudEventIds {
  private static final JsonMapper JSON = new JsonMapper();

  private CloudEventIds() {}

  static String of(String body) {
    try {
      return JSON.readTree(body).path("id").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
