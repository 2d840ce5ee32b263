package io.github.dynamooutbox.kcl.internal.telemetry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The metrics of one line in CloudWatch's embedded metric format. Not thread-safe. */
final class EmfLine {
  static final String NAMESPACE = "DynamoOutbox";
  static final String COUNT = "Count";
  static final String MILLIS = "Milliseconds";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Double> totals = new TreeMap<>();
  private final Map<String, Sample> samples = new TreeMap<>();
  private final Map<String, String> units = new TreeMap<>();

  void count(String name, double number) {
    units.put(name, COUNT);
    totals.merge(name, number, Double::sum);
  }

  /** The highest value is written. */
  void maxMillis(String name, double value) {
    units.put(name, MILLIS);
    totals.merge(name, value, Math::max);
  }

  /** A value of its own, of which a hundred at the most are written. */
  void value(String name, String unit, double value) {
    units.put(name, unit);
    samples.computeIfAbsent(name, any -> new Sample()).add(value);
  }

  /**
   * The line, without its end.
   *
   * @param values of the dimensions, by name
   * @param sets the combinations of dimensions under which the metrics are kept
   */
  String render(Map<String, String> values, List<List<String>> sets, Instant now) {
    ObjectNode line = JSON.createObjectNode();
    ObjectNode header = line.putObject("_aws").put("Timestamp", now.toEpochMilli());
    ObjectNode directive = header.putArray("CloudWatchMetrics").addObject();
    directive.put("Namespace", NAMESPACE);
    directive.set("Dimensions", JSON.valueToTree(sets));
    ArrayNode metrics = directive.putArray("Metrics");
    units.forEach((name, unit) -> metrics.addObject().put("Name", name).put("Unit", unit));
    values.forEach(line::put);
    totals.forEach(line::put);
    samples.forEach((name, sample) -> line.set(name, JSON.valueToTree(sample.values())));
    return line.toString();
  }
}
