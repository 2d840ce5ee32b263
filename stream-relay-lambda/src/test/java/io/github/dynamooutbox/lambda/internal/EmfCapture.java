package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Collects the metrics that are written to the output while the test runs. */
public final class EmfCapture implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream before = System.out;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public EmfCapture() {
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  /** The lines of metrics so far. */
  public List<JsonNode> lines() {
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"_aws\""))
        .map(EmfCapture::json)
        .toList();
  }

  /** Each metric so far, as {@code name dimensions unit}, sorted by name. */
  public List<String> metrics() {
    return lines().stream()
        .flatMap(line -> line.path("_aws").path("CloudWatchMetrics").valueStream())
        .flatMap(EmfCapture::metrics)
        .distinct()
        .sorted()
        .toList();
  }

  private static Stream<String> metrics(JsonNode group) {
    if (group.path("Dimensions").size() != 1) {
      throw new AssertionError("a metric for each set of dimensions: " + group);
    }
    List<String> dimensions =
        group.path("Dimensions").path(0).valueStream().map(JsonNode::asText).sorted().toList();
    return group
        .path("Metrics")
        .valueStream()
        .map(
            metric ->
                "%s %s %s"
                    .formatted(
                        metric.path("Name").asText(),
                        String.join(",", dimensions),
                        metric.path("Unit").asText()));
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("a line of metrics is not JSON: " + line, e);
    }
  }

  @Override
  public void close() {
    System.setOut(before);
  }
}
