package io.github.dynamooutbox.aws.host;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.aws.internal.table.TableClock;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Writes metrics as lines in CloudWatch's embedded metric format, which CloudWatch Logs turns into
 * metrics. A line without metrics is not written. Thread-safe.
 */
public final class EmfWriter {
  /** The namespace that alarms and dashboards look in. */
  public static final String NAMESPACE = "DynamoOutbox";

  private static final String SERVICE = "Service";
  private static final String TARGET = "Target";
  private static final String REASON = "Reason";
  private static final String SHARD = "Shard";
  private static final JsonFactory JSON = new JsonFactory();

  private final String namespace;
  private final String service;
  private final InstantSource clock;
  private final PrintStream out;

  /**
   * @param service the dimension {@code Service} of all metrics
   * @param out output that CloudWatch Logs receives
   */
  public EmfWriter(String namespace, String service, InstantSource clock, PrintStream out) {
    this.namespace = namespace;
    this.service = service;
    this.clock = clock;
    this.out = out;
  }

  /** Writes what the relay did: one line for the relay and one for each target. */
  public void write(Figures.Taken figures) {
    write(figures.relay());
    figures.targets().forEach(this::writeTarget);
  }

  public void write(EmfLine line) {
    print(line, Map.of(SERVICE, service), List.of(List.of(SERVICE)));
  }

  /** Writes figures of one target. */
  public void writeTarget(String target, EmfLine line) {
    print(line, Map.of(SERVICE, service, TARGET, target), List.of(List.of(SERVICE, TARGET)));
  }

  /** Writes figures of one target and one reason for parking. */
  void writeReason(String target, String reason, EmfLine line) {
    print(
        line,
        Map.of(SERVICE, service, TARGET, target, REASON, reason),
        List.of(List.of(SERVICE, TARGET, REASON)));
  }

  /**
   * Writes figures of a shard, with and without the shard as a dimension: alarms cannot name
   * shards, which come and go.
   */
  public void writeShard(String shard, EmfLine line) {
    print(
        line,
        Map.of(SERVICE, service, SHARD, shard),
        List.of(List.of(SERVICE), List.of(SERVICE, SHARD)));
  }

  private void print(EmfLine line, Map<String, String> dimensions, List<List<String>> sets) {
    if (!line.isEmpty()) {
      out.println(render(line, dimensions, sets));
    }
  }

  private String render(EmfLine line, Map<String, String> dimensions, List<List<String>> sets) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      header(json, line, sets);
      for (Map.Entry<String, String> dimension : dimensions.entrySet()) {
        json.writeStringField(dimension.getKey(), dimension.getValue());
      }
      for (Map.Entry<Metric, Double> total : line.totals().entrySet()) {
        json.writeNumberField(total.getKey().text(), total.getValue());
      }
      for (Map.Entry<Metric, Sample> sample : line.samples().entrySet()) {
        double[] values = sample.getValue().values();
        json.writeFieldName(sample.getKey().text());
        if (values.length == 1) {
          json.writeNumber(values[0]);
        } else {
          json.writeArray(values, 0, values.length);
        }
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a text takes all that is written", e);
    }
    return text.toString();
  }

  private void header(JsonGenerator json, EmfLine line, List<List<String>> sets)
      throws IOException {
    json.writeObjectFieldStart("_aws");
    json.writeNumberField("Timestamp", TableClock.bounded(clock.instant()).toEpochMilli());
    json.writeArrayFieldStart("CloudWatchMetrics");
    json.writeStartObject();
    json.writeStringField("Namespace", namespace);
    json.writeArrayFieldStart("Dimensions");
    for (List<String> set : sets) {
      json.writeArray(set.toArray(String[]::new), 0, set.size());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("Metrics");
    TreeSet<Metric> metrics = new TreeSet<>(line.totals().keySet());
    metrics.addAll(line.samples().keySet());
    for (Metric metric : metrics) {
      json.writeStartObject();
      json.writeStringField("Name", metric.text());
      json.writeStringField("Unit", metric.unit());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }
}
