package io.github.dynamooutbox.architecture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelayConfig;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The JSON Schema of the configuration, as {@code relay-aws} ships it. */
final class ConfigurationSchema {
  private static final String NAME = "outbox-config.schema.json";

  private ConfigurationSchema() {}

  static JsonNode read() throws IOException {
    try (InputStream schema = RelayConfig.class.getResourceAsStream(NAME)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(schema, NAME));
    }
  }
}
