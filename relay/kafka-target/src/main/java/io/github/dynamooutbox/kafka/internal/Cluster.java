package io.github.dynamooutbox.kafka.internal;

import java.util.List;

/**
 * How the relay connects to a cluster.
 *
 * @param bootstrapServers each as host and port
 * @param tls whether connections are encrypted
 * @param authentication how the relay authenticates
 */
public record Cluster(List<String> bootstrapServers, boolean tls, Authentication authentication) {
  public Cluster {
    bootstrapServers = List.copyOf(bootstrapServers);
  }

  /** The security protocol, by Kafka's name. */
  String protocol() {
    if (authentication.sasl()) {
      return tls ? "SASL_SSL" : "SASL_PLAINTEXT";
    }
    return tls ? "SSL" : "PLAINTEXT";
  }
}
