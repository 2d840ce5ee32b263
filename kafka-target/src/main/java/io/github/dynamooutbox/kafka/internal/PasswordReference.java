package io.github.dynamooutbox.kafka.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.target.TargetRight;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * User name and password, which an environment variable has as JSON: {@code {"username": ...,
 * "password": ...}}, as MSK keeps them in Secrets Manager.
 *
 * @param mechanism as Kafka names it
 * @param variable the name of the variable
 */
public record PasswordReference(String mechanism, String variable) implements Authentication {
  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public Map<String, Object> settings() {
    JsonNode credentials = credentials();
    String module = mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
    return Map.of(
        SaslConfigs.SASL_MECHANISM,
        mechanism,
        SaslConfigs.SASL_JAAS_CONFIG,
        "org.apache.kafka.common.security.%s required username=%s password=%s;"
            .formatted(
                module,
                quoted(credentials.path("username")),
                quoted(credentials.path("password"))));
  }

  private JsonNode credentials() {
    String text = System.getenv(variable);
    if (text == null) {
      throw new ConfigException("environment variable " + variable + " is not set");
    }
    JsonNode credentials = json(text);
    if (!credentials.path("username").isTextual() || !credentials.path("password").isTextual()) {
      throw new ConfigException(
          "environment variable %s must be JSON: {\"username\": ..., \"password\": ...}"
              .formatted(variable));
    }
    return credentials;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      // Its message would quote the text.
      return JSON.createObjectNode();
    }
  }

  private static String quoted(JsonNode value) {
    return '"' + value.asText().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public boolean sasl() {
    return true;
  }

  @Override
  public List<TargetRight> rights(String topic) {
    return List.of();
  }
}
