package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The functions' size and logs, with the names of the configuration.
 *
 * @param memoryMegabytes 512 to 10,240; the share of a processor grows with it
 * @param timeoutSeconds 10 to 900
 * @param logRetentionDays one of the numbers that CloudWatch Logs takes
 */
public record FunctionSettings(int memoryMegabytes, int timeoutSeconds, int logRetentionDays) {
  static FunctionSettings of(JsonNode function) {
    return new FunctionSettings(
        function.path("memoryMegabytes").asInt(),
        function.path("timeoutSeconds").asInt(),
        function.path("logRetentionDays").asInt());
  }
}
