package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The KCL relay's tasks, with the names of the configuration.
 *
 * @param cpuUnits CPU units of a task; 1024 are one processor
 * @param memoryMegabytes memory of a task, from two to eight for each CPU unit
 * @param tasks how many run; 1 to 50
 * @param maxTasks above {@code tasks}, their number follows the lag
 * @param spot whether they run on Fargate Spot
 * @param idleMillis pause between two reads of a shard, 10 to 10,000
 * @param readsPerMonth reads of each shard in a month at most, on average; without it, the pause
 *     between them does not adapt
 * @param image an image for arm64 in a registry; without it, one is built
 * @param logRetentionDays one of the numbers that CloudWatch Logs takes
 */
public record ServiceSettings(
    int cpuUnits,
    int memoryMegabytes,
    int tasks,
    int maxTasks,
    boolean spot,
    int idleMillis,
    Optional<Integer> readsPerMonth,
    Optional<String> image,
    int logRetentionDays) {
  static ServiceSettings of(JsonNode service) {
    return new ServiceSettings(
        service.path("cpuUnits").asInt(),
        service.path("memoryMegabytes").asInt(),
        service.path("tasks").asInt(),
        service.path("maxTasks").asInt(service.path("tasks").asInt()),
        service.path("spot").asBoolean(),
        service.path("idleMillis").asInt(),
        Optional.of(service.path("readsPerMonth")).filter(JsonNode::isNumber).map(JsonNode::asInt),
        TableSettings.text(service, "image"),
        service.path("logRetentionDays").asInt());
  }
}
