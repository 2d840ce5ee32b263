package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import software.amazon.awscdk.services.ec2.CfnRoute;
import software.amazon.awscdk.services.ec2.CfnVPC;
import software.amazon.awscdk.services.ec2.CfnVPCEndpoint;
import software.amazon.awscdk.services.ec2.CfnVPNGatewayRoutePropagation;
import software.amazon.awscdk.services.ec2.ISubnet;
import software.amazon.awscdk.services.ec2.IVpc;

/** Checks tasks and their network. */
final class ServiceChecks {
  /** API references of Lambda, VpcConfig, and of ECS, AwsVpcConfiguration. */
  private static final int SUBNETS = 16;

  /** Amazon MSK developer guide, "Get the bootstrap brokers": public ones are b-1-public. */
  private static final Pattern IN_VPC =
      Pattern.compile(
          "(?!b-[0-9]+-public\\.)[a-z0-9.-]+\\.kafka(-serverless)?\\.[a-z0-9-]+\\.amazonaws\\.com(\\.cn)?:[0-9]+",
          Pattern.CASE_INSENSITIVE);

  private ServiceChecks() {}

  static void size(Deployment deployment, Consumer<String> problems) {
    ServiceSettings service = deployment.config().service();
    int cpu = service.cpuUnits();
    int memory = service.memoryMegabytes();
    if (memory < 2 * cpu || memory > 8 * cpu) {
      problems.accept(
          "infrastructure.service.memoryMegabytes: %d does not go with %d CPU units; from %d to %d"
              .formatted(memory, cpu, Math.max(1024, 2 * cpu), Math.min(30720, 8 * cpu)));
    }
    int tasks = service.tasks();
    if (service.maxTasks() < tasks) {
      problems.accept(
          "infrastructure.service.maxTasks: must not be below infrastructure.service.tasks, %d"
              .formatted(tasks));
    }
    window(deployment, problems);
  }

  /** One window fits, at the least. */
  private static void window(Deployment deployment, Consumer<String> problems) {
    OutboxConfig config = deployment.config();
    long window = deployment.document().at("/relay/windowBytes").asLong();
    if (config.hasFunction()) {
      window(window, "function", config.function().memoryMegabytes(), problems);
    }
    if (config.hasService()) {
      window(window, "service", config.service().memoryMegabytes(), problems);
    }
  }

  private static void window(
      long window, String section, int megabytes, Consumer<String> problems) {
    if (window >= megabytes * 1024L * 1024L) {
      problems.accept(
          "relay.windowBytes: %d do not fit into infrastructure.%s.memoryMegabytes, %d; lower it, or give more memory"
              .formatted(window, section, megabytes));
    }
  }

  /** Also names of MSK's brokers that only their VPC reaches. */
  private static void brokers(Deployment deployment, Consumer<String> problems) {
    if (!deployment.config().hasFunction() || deployment.hasNetwork()) {
      return;
    }
    for (Map.Entry<String, JsonNode> target : deployment.document().path("targets").properties()) {
      JsonNode servers = target.getValue().path("bootstrapServers");
      for (int i = 0; i < servers.size(); i++) {
        if (IN_VPC.matcher(servers.path(i).asText()).matches()) {
          problems.accept(
              "targets.%s.bootstrapServers[%d]: is a broker of MSK that only its VPC reaches; add infrastructure.network, or name the public brokers"
                  .formatted(target.getKey(), i));
        }
      }
    }
  }

  /** Whether anything leads out of isolated subnets of the same app, once all is made. */
  private static void isolated(Deployment deployment, Consumer<String> problems) {
    deployment
        .given()
        .vpc()
        .filter(given -> deployment.app().isComplete() && !given.endpoints())
        .filter(given -> !staysInside(deployment))
        .filter(given -> given.vpc().getNode().getDefaultChild() instanceof CfnVPC)
        .ifPresent(
            given -> {
              List<String> isolated = paths(given.vpc().getIsolatedSubnets());
              List<ISubnet> used = given.vpc().selectSubnets(given.subnets()).getSubnets();
              if (isolated.containsAll(paths(used)) && !isLeft(given.vpc(), used)) {
                problems.accept(
                    "vpc: nothing leads out of its isolated subnets, so that the relay would reach no service; add vpcEndpoints(), or endpoints or routes of your own");
              }
            });
  }

  /** A function gets its records from outside, and brokers may be in the same VPC. */
  private static boolean staysInside(Deployment deployment) {
    return !deployment.config().hasService()
        && !deployment.hasControlTable()
        && deployment.document().path("targets").valueStream().allMatch(ServiceChecks::isKafka);
  }

  private static boolean isKafka(JsonNode target) {
    return target.has("bootstrapServers");
  }

  /** Whether a route or an endpoint, in whatever stack of the app, leads out of subnets. */
  private static boolean isLeft(IVpc vpc, List<ISubnet> subnets) {
    JsonNode id = TableShape.json(vpc, vpc.getVpcId());
    List<JsonNode> tables =
        subnets.stream()
            .map(subnet -> TableShape.json(subnet, subnet.getRouteTable().getRouteTableId()))
            .toList();
    return vpc.getNode().getRoot().getNode().findAll().stream()
        .anyMatch(
            each ->
                (each instanceof CfnRoute route
                        && tables.contains(TableShape.json(vpc, route.getRouteTableId())))
                    || each instanceof CfnVPNGatewayRoutePropagation
                    || (each instanceof CfnVPCEndpoint endpoint
                        && TableShape.json(vpc, endpoint.getVpcId()).equals(id)));
  }

  private static List<String> paths(List<ISubnet> subnets) {
    return subnets.stream().map(subnet -> subnet.getNode().getPath()).toList();
  }

  static void network(Deployment deployment, Consumer<String> problems) {
    brokers(deployment, problems);
    isolated(deployment, problems);
    JsonNode network = deployment.infrastructure().path("network");
    int subnets = network.path("privateSubnetIds").size();
    if (subnets > SUBNETS) {
      problems.accept(
          "infrastructure.network.privateSubnetIds: has %d, and a function or a service at most %d; leave some out"
              .formatted(subnets, SUBNETS));
    }
    for (String key : List.of("availabilityZones", "routeTableIds")) {
      if (network.has(key) && network.path(key).size() != subnets) {
        problems.accept(
            "infrastructure.network.%s: must name one for each of the %d privateSubnetIds"
                .formatted(key, subnets));
      }
    }
    if (network.path("privateSubnetIds").valueStream().distinct().count() < subnets) {
      problems.accept("infrastructure.network.privateSubnetIds: one is listed twice; keep one");
    }
  }
}
