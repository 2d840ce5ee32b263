package io.github.dynamooutbox.kafka.internal;

import java.util.List;

/**
 * How a cluster is reached.
 *
 * @param bootstrapServers each as host and port
 * @param tls whether connections are encrypted
 * @param authentication how the relay proves who it is
 */
public record Cluster(List<String> bootstrapServers, boolean tls, Authentication authentication) {
  public Cluster {
    bootstrapServers = List.copyOf(bootstrapServers);
  }

  /** As Kafka names it. */
  String protocol() {
    if (authentication.sasl()) {
      return tls ? "SASL_SSL" : "SASL_PLAINTEXT";
    }
    return tls ? "SSL" : "PLAINTEXT";
  }
}
