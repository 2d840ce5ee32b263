package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.lambda.internal.RedriveRequest.Leaving;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.util.List;
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
   * @param name identifies the invocation
   * @return what was done, as JSON
   */
  String redrive(String name, RedriveRequest request, Duration remaining) {
    return request
        .leaving()
        .map(leaving -> letOut(name, leaving, remaining))
        .orElseGet(() -> redrive(name, request.order(), remaining));
  }

  private String letOut(String name, Leaving leaving, Duration remaining) {
    WaysOut.Outcome outcome =
        redrive
            .letOut(name, leaving.selection(), leaving.to(), leaving.decision(), remaining)
            .toCompletableFuture()
            .join();
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

  private String redrive(String name, RedriveOrder order, Duration remaining) {
    long begun = System.nanoTime();
    List<QueueSummary> queues = redrive.parked().toCompletableFuture().join();
    write(() -> redrive.figures(queues).write(metrics));
    Duration left = remaining.minusNanos(System.nanoTime() - begun);
    RedriveResult result = RedriveResult.NOTHING;
    if (left.compareTo(redrive.margin()) > 0) {
      result = redrive.run(name, queues, order, left).toCompletableFuture().join();
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
}
