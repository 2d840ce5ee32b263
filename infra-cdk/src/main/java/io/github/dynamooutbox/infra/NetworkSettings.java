package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * An existing VPC, with the names of the configuration.
 *
 * @param availabilityZones the subnets' zones, in the same order
 * @param privateSubnetIds subnets from which the services' endpoints can be reached
 * @param routeTableIds the subnets' route tables, in the same order, if a gateway endpoint for
 *     DynamoDB is to be added; otherwise empty
 * @param interfaceEndpoints whether to create endpoints for the services that the relay calls
 */
public record NetworkSettings(
    String vpcId,
    List<String> availabilityZones,
    List<String> privateSubnetIds,
    List<String> routeTableIds,
    boolean interfaceEndpoints) {
  public NetworkSettings {
    availabilityZones = List.copyOf(availabilityZones);
    privateSubnetIds = List.copyOf(privateSubnetIds);
    routeTableIds = List.copyOf(routeTableIds);
  }

  static NetworkSettings of(JsonNode network) {
    return new NetworkSettings(
        network.path("vpcId").asText(),
        texts(network, "availabilityZones"),
        texts(network, "privateSubnetIds"),
        texts(network, "routeTableIds"),
        network.path("interfaceEndpoints").asBoolean());
  }

  private static List<String> texts(JsonNode network, String key) {
    return StreamSupport.stream(network.path(key).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }
}
