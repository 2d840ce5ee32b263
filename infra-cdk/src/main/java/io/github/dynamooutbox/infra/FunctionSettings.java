package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The functions' size and logs, with the names of the configuration.
 *
 * @param memoryMegabytes 512 to 10,240; the share of a processor grows with it
 * @param timeoutSeconds 10 to 900
 * @param logRetentionDays one of the numbers that CloudWatch Logs takes
 * @param tracing whether X-Ray traces invocations
 * @param reservedConcurrency the relay's, not below the number of the stream's shards
 */
public record FunctionSettings(
    int memoryMegabytes,
    int timeoutSeconds,
    int logRetentionDays,
    boolean tracing,
    Optional<Integer> reservedConcurrency) {

  /** Without tracing, and with the account's concurrency. */
  public FunctionSettings(int memoryMegabytes, int timeoutSeconds, int logRetentionDays) {
    this(memoryMegabytes, timeoutSeconds, logRetentionDays, false, Optional.empty());
  }

  static FunctionSettings of(JsonNode function) {
    return new FunctionSettings(
        function.path("memoryMegabytes").asInt(),
        function.path("timeoutSeconds").asInt(),
        function.path("logRetentionDays").asInt(),
        function.path("tracing").asBoolean(),
        function.has("reservedConcurrency")
            ? Optional.of(function.path("reservedConcurrency").asInt())
            : Optional.empty());
  }

  /** The same for a function that may need more time. */
  FunctionSettings lastingAtLeast(int seconds) {
    return new FunctionSettings(
        memoryMegabytes,
        Math.max(seconds, timeoutSeconds),
        logRetentionDays,
        tracing,
        reservedConcurrency);
  }

  /** The same for another function than the relay: without reserved concurrency. */
  FunctionSettings unreserved() {
    return new FunctionSettings(
        memoryMegabytes, timeoutSeconds, logRetentionDays, tracing, Optional.empty());
  }
}
