package io.github.dynamooutbox.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelaySchema;
import java.io.IOException;

/** The published JSON Schema of the configuration. */
final class ConfigurationSchema {
  private ConfigurationSchema() {}

  static JsonNode read() throws IOException {
    return new ObjectMapper().readTree(RelaySchema.published());
  }
}
