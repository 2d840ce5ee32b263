package io.github.dynamooutbox.lambda.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.host.EmfLine;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Metric;
import io.github.dynamooutbox.lambda.internal.RedriveRequest.Leaving;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures what is parked, and redrives within the time of an invocation. */
final class RedriveRun {
  private static final Logger LOG = LoggerFactory.getLogger(RedriveRun.class);

  private final ConfiguredRedrive redrive;
  private final EmfWriter metrics;

  RedriveRun(ConfiguredRedrive redrive, EmfWriter metrics) {
    this.redrive = redrive;
    this.metrics = metrics;
  }

  /**
   * Redrives until everything is done or the time is nearly up.
   *
   * @param invocation identifies the invocation, which Lambda may deliver again or twice at once
   * @return what was done, as JSON
   */
  String redrive(String invocation, RedriveRequest request, Duration remaining) {
    // Two owners of the same name would share a lease.
    String run = invocation + '/' + UUID.randomUUID().toString().substring(0, 8);
    return request
        .leaving()
        .map(leaving -> letOut(run, leaving, remaining))
        .orElseGet(() -> redrive(run, request.order(), remaining));
  }

  /** As on the command line, the decision is written down before anything is done. */
  private String letOut(String run, Leaving leaving, Duration remaining) {
    redrive.check(leaving.selection(), leaving.to());
    LoggedDecision begun = begin(leaving.logged(run));
    WaysOut.Outcome outcome;
    try {
      outcome =
          redrive
              .letOut(run, leaving.selection(), leaving.to(), leaving.decision(), remaining)
              .toCompletableFuture()
              .join();
    } catch (RuntimeException e) {
      end(begun, "FAILED", OptionalLong.empty());
      throw e;
    }
    end(begun, ending(outcome), OptionalLong.of(outcome.events()));
    LOG.info(
        "{} events of {} have left their queues, as decided by {}: {}{}",
        outcome.events(),
        leaving.selection(),
        leaving.decision().by(),
        leaving.decision().reason(),
        outcome
            .obstacle()
            .map(why -> "; not all of them: " + why.code() + ": " + why.message())
            .orElse(""));
    return RedriveOutcome.json(outcome);
  }

  private LoggedDecision begin(LoggedDecision.Decision decision) {
    try {
      return redrive.decisions().begin(decision).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          "nothing was done, because who decided it cannot be written down: " + e.getCause(), e);
    }
  }

  /** What was done is done: that nobody can read how it ended does not change it. */
  private void end(LoggedDecision begun, String how, OptionalLong events) {
    try {
      redrive.decisions().end(begun, how, events).toCompletableFuture().join();
    } catch (CompletionException e) {
      LOG.warn(
          "The log of decisions will not say how this ended: {}", String.valueOf(e.getCause()));
    }
  }

  /** As the command line's exit codes are called. */
  private static String ending(WaysOut.Outcome outcome) {
    if (outcome.busy().isPresent() && outcome.events() == 0) {
      return "BUSY";
    }
    return outcome.busy().isPresent() || outcome.obstacle().isPresent() ? "INCOMPLETE" : "DONE";
  }

  private String redrive(String run, RedriveOrder order, Duration remaining) {
    long begun = System.nanoTime();
    List<QueueSummary> queues = redrive.parked().toCompletableFuture().join();
    write(() -> redrive.figures(queues).write(metrics));
    Duration left = remaining.minusNanos(System.nanoTime() - begun);
    RedriveResult result = RedriveResult.NOTHING;
    if (left.compareTo(redrive.margin()) > 0) {
      result = redrive.run(run, queues, order, left).toCompletableFuture().join();
    } else if (!order.reasons().isEmpty()) {
      LOG.error(
          "{} ms are left of the invocation's time, and a redrive needs more than {} ms: give the"
              + " function a longer timeout",
          left.toMillis(),
          redrive.margin().toMillis());
    }
    RedriveOutcome report = new RedriveOutcome(redrive.figures(queues).events(), result);
    write(() -> metrics.write(report.metrics()));
    report.log();
    return report.json();
  }

  private static void write(Runnable writing) {
    try {
      writing.run();
    } catch (RuntimeException e) {
      LOG.error("The metrics of this redrive could not be written", e);
    }
  }

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
              (queue, why) ->
                  LOG.warn("Still parked: {}: {}: {}", queue, why.code(), why.message()));
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
}
