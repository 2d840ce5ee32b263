package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.aws.host.EmfLine;
import io.github.dynamooutbox.aws.host.Metric;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the redrive function says about a run: in metrics, in its log and in its output.
 *
 * @param parked events that were parked at the beginning
 */
record RedriveOutcome(long parked, RedriveResult result) {
  private static final Logger LOG = LoggerFactory.getLogger(RedriveRun.class);
  private static final JsonFactory JSON = new JsonFactory();

  /** The output after events were let out of their queues. */
  static String json(WaysOut.Outcome outcome) {
    return "{\"left\":%d,\"obstacle\":%d,\"busy\":%d}"
        .formatted(
            outcome.events(),
            outcome.obstacle().isPresent() ? 1 : 0,
            outcome.busy().isPresent() ? 1 : 0);
  }

  EmfLine metrics() {
    EmfLine line = new EmfLine();
    if (result.published() > 0) {
      line.add(Metric.REDRIVEN, (double) result.published());
    }
    if (!result.busy().isEmpty()) {
      line.add(Metric.REDRIVE_BUSY, result.busy().size());
    }
    return line;
  }

  void log() {
    result
        .busy()
        .forEach(
            (part, lease) ->
                LOG.info(
                    "Part {} is skipped: {} is redriving it, until {} at the latest",
                    part,
                    lease.owner(),
                    lease.until()));
    result
        .stuck()
        .forEach(
            (queue, why) -> LOG.warn("Still parked: {}: {}: {}", queue, why.code(), why.message()));
    LOG.info(
        "Redrive: {} events published, {} moved to closed lanes, {} queues released, {} stuck,"
            + " {} unfinished, {} parts busy",
        result.published(),
        result.moved(),
        result.released(),
        result.stuck().size(),
        result.unfinished(),
        result.busy().size());
  }

  String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("parked", parked);
      json.writeNumberField("published", result.published());
      json.writeNumberField("moved", result.moved());
      json.writeNumberField("released", result.released());
      json.writeNumberField("stuck", result.stuck().size());
      json.writeNumberField("unfinished", result.unfinished());
      json.writeNumberField("busy", result.busy().size());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }
}
