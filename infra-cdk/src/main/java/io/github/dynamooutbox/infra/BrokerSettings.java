package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the brokers of a Kafka target are reached.
 *
 * @param ports the ports on which they listen
 * @param securityGroupId the brokers' security group; empty: no rule is added to it, and the relay
 *     may reach every address on these ports
 */
public record BrokerSettings(SortedSet<Integer> ports, Optional<String> securityGroupId) {
  static BrokerSettings of(JsonNode target) {
    SortedSet<Integer> ports = new TreeSet<>();
    for (JsonNode server : target.path("bootstrapServers")) {
      ports.add(Integer.valueOf(server.asText().replaceFirst(".*:", "")));
    }
    return new BrokerSettings(ports, TableSettings.text(target, "securityGroupId"));
  }
}
