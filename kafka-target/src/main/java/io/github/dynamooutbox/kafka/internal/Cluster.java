package io.github.dynamooutbox.kafka.internal;

import java.util.List;

/**
 * How a cluster is reached.
 *
 * @param bootstrapServers each as host and port
 * @param tls whether connections are encrypted
 */
public record Cluster(List<String> bootstrapServers, boolean tls) {
  public Cluster {
    bootstrapServers = List.copyOf(bootstrapServers);
  }
}
