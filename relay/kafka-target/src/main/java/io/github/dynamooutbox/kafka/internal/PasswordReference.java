package io.github.dynamooutbox.kafka.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * User name and password, as {@code username} and {@code password}, the form in which MSK expects
 * them in Secrets Manager.
 *
 * @param mechanism the SASL mechanism, by Kafka's name
 */
public record PasswordReference(String mechanism, Credentials credentials)
    implements Authentication {
  @Override
  public Map<String, Object> settings() {
    JsonNode found = credentials.read(List.of("username", "password"));
    String module = mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
    Map<String, Object> settings = new HashMap<>(CertificateReference.trusted(found));
    settings.put(SaslConfigs.SASL_MECHANISM, mechanism);
    settings.put(
        SaslConfigs.SASL_JAAS_CONFIG,
        "org.apache.kafka.common.security.%s required username=%s password=%s;"
            .formatted(module, quoted(found.path("username")), quoted(found.path("password"))));
    return settings;
  }

  private static String quoted(JsonNode value) {
    return '"' + value.asText().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public boolean sasl() {
    return true;
  }

  @Override
  public List<TargetRight> rights(String topic, AwsPlace place) {
    return credentials.rights(place);
  }
}
