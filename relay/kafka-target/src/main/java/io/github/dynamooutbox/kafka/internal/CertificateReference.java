package io.github.dynamooutbox.kafka.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SslConfigs;

/**
 * A client certificate: its chain as {@code certificate} and its PKCS #8 key as {@code privateKey},
 * both in PEM.
 */
public record CertificateReference(Credentials credentials) implements Authentication {
  private static final String PEM = "PEM";

  @Override
  public Map<String, Object> settings() {
    JsonNode found = credentials.read(List.of("certificate", "privateKey"));
    Map<String, Object> settings = new HashMap<>(trusted(found));
    settings.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, PEM);
    settings.put(
        SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, found.path("certificate").asText());
    settings.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, found.path("privateKey").asText());
    return settings;
  }

  /** The optional certificate authorities of a cluster, in PEM, as a trust store. */
  static Map<String, Object> trusted(JsonNode credentials) {
    return credentials.path("authorities").isTextual()
        ? Map.of(
            SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG,
            PEM,
            SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
            credentials.path("authorities").asText())
        : Map.of();
  }

  @Override
  public boolean sasl() {
    return false;
  }

  @Override
  public List<TargetRight> rights(String topic, AwsPlace place) {
    return credentials.rights(place);
  }
}
