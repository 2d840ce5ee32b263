package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The properties of a template's event source mapping, put into effect on the embedded one. Each
 * property is applied, or has the only value that the embedded mapping knows, or is listed as
 * without meaning here; any other fails.
 */
final class DeployedMapping {
  /** Puts one property into effect. */
  private interface Setting {
    void apply(JsonNode value, EventSourceMapping.Builder builder);
  }

  /** What the embedded mapping is without, by the reason. */
  static final Map<String, String> WITHOUT_MEANING =
      Map.of(
          "FunctionName", "leads to the function that is started, by its alias",
          "EventSourceArn", "leads to the table whose stream is read",
          "DestinationConfig", "nothing may be given up: the test counts what is",
          "MetricsConfig", "there is no CloudWatch here");

  private static final Map<String, Setting> SETTINGS =
      Map.of(
          "BatchSize",
          (value, builder) -> builder.batchSize(value.intValue()),
          "MaximumBatchingWindowInSeconds",
          (value, builder) -> builder.batchingWindow(Duration.ofSeconds(value.intValue())),
          "MaximumRetryAttempts",
          (value, builder) -> builder.maximumRetryAttempts(value.intValue()),
          "MaximumRecordAgeInSeconds",
          DeployedMapping::maximumAge,
          "BisectBatchOnFunctionError",
          DeployedMapping::bisect,
          "FunctionResponseTypes",
          DeployedMapping::responseTypes,
          "FilterCriteria",
          DeployedMapping::filters,
          // The embedded mapping starts at the oldest record, and has one call at a time per shard.
          "StartingPosition",
          (value, builder) -> only("\"TRIM_HORIZON\"", value),
          "ParallelizationFactor",
          (value, builder) -> only("1", value));

  private DeployedMapping() {}

  /**
   * @throws AssertionError if a property is not known here, or has a value that the embedded
   *     mapping cannot have
   */
  static void apply(JsonNode properties, EventSourceMapping.Builder builder) {
    Set<String> unknown = new TreeSet<>();
    Map<String, JsonNode> given = new TreeMap<>();
    properties.properties().forEach(each -> given.put(each.getKey(), each.getValue()));
    given.forEach(
        (name, value) -> {
          Setting setting = SETTINGS.get(name);
          if (setting != null) {
            setting.apply(value, builder);
          } else if (!WITHOUT_MEANING.containsKey(name)) {
            unknown.add(name);
          }
        });
    if (!unknown.isEmpty()) {
      throw new AssertionError("settings of the mapping that no test knows: " + unknown);
    }
  }

  private static void maximumAge(JsonNode seconds, EventSourceMapping.Builder builder) {
    if (seconds.intValue() >= 0) {
      builder.maximumRecordAge(Duration.ofSeconds(seconds.intValue()));
    }
  }

  private static void bisect(JsonNode on, EventSourceMapping.Builder builder) {
    if (on.booleanValue()) {
      builder.bisectOnError();
    }
  }

  private static void responseTypes(JsonNode types, EventSourceMapping.Builder builder) {
    for (JsonNode type : types) {
      only("\"ReportBatchItemFailures\"", type);
      builder.reportItemFailures();
    }
  }

  private static void filters(JsonNode criteria, EventSourceMapping.Builder builder) {
    onlyKey("Filters", criteria);
    for (JsonNode filter : criteria.path("Filters")) {
      onlyKey("Pattern", filter);
      builder.filter(filter.path("Pattern").textValue());
    }
  }

  private static void onlyKey(String key, JsonNode value) {
    if (value.size() != 1 || !value.has(key)) {
      throw new AssertionError("the embedded mapping knows only " + key + ", not " + value);
    }
  }

  private static void only(String known, JsonNode value) {
    if (!value.toString().equals(known)) {
      throw new AssertionError("the embedded mapping knows only " + known + ", not " + value);
    }
  }
}
