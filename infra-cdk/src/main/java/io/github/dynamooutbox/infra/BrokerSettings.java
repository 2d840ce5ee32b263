package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the brokers of a Kafka target are reached.
 *
 * @param relayed the target as the relay reads it
 * @param ports the ports on which they listen
 * @param securityGroupId the brokers' security group; empty: no rule is added to it, and the relay
 *     may reach every address on these ports
 */
public record BrokerSettings(
    TargetConfig relayed, SortedSet<Integer> ports, Optional<String> securityGroupId) {
  static BrokerSettings of(String name, JsonNode target) {
    SortedSet<Integer> ports = new TreeSet<>();
    for (JsonNode server : target.path("bootstrapServers")) {
      ports.add(Integer.valueOf(server.asText().replaceFirst(".*:", "")));
    }
    return new BrokerSettings(
        relayed(name, target), ports, TableSettings.text(target, "securityGroupId"));
  }

  /** Read by the relay's own reader, in a document that has nothing else. */
  private static TargetConfig relayed(String name, JsonNode target) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject("table").put("name", "any");
    document.putObject("targets").set(name, target);
    document.putArray("routes").addObject().putArray("to").add(name);
    return RelayConfig.parse(document.toString()).targets().iterator().next();
  }
}
