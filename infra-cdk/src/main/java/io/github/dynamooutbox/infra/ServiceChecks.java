package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Consumer;

/** Checks tasks and their network. */
final class ServiceChecks {
  /** API references of Lambda, VpcConfig, and of ECS, AwsVpcConfiguration. */
  private static final int SUBNETS = 16;

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
  }

  static void network(Deployment deployment, Consumer<String> problems) {
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
