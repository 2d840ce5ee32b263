package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.host.EmfLine;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Metric;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.redrive.LanesRedrive;
import io.github.dynamooutbox.relay.redrive.RedriveSummary;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Redrives closed lanes for as long as an invocation lasts. */
final class RedriveRun {
  private static final Logger LOG = LoggerFactory.getLogger(RedriveRun.class);

  private final LanesRedrive redrive;
  private final EmfWriter metrics;
  private final Duration margin;

  /**
   * @param margin nothing is begun when less is left of the invocation
   */
  RedriveRun(LanesRedrive redrive, EmfWriter metrics, Duration margin) {
    this.redrive = redrive;
    this.metrics = metrics;
    this.margin = margin;
  }

  /**
   * Redrives until all is done or the time is nearly up.
   *
   * @return what was done, as JSON
   */
  String redrive(RedriveRequest request, Duration remaining) {
    if (remaining.compareTo(margin) <= 0) {
      LOG.error(
          "{} ms are left of the invocation's time, and no lane is started with less than {} ms: give"
              + " the function a longer timeout",
          remaining.toMillis(),
          margin.toMillis());
    }
    long end = System.nanoTime() + remaining.minus(margin).toNanos();
    LongAdder closed = new LongAdder();
    LongAdder blocked = new LongAdder();
    RedriveSummary summary =
        redrive
            .run(
                lane -> {
                  closed.increment();
                  if (lane.reason() == ParkReason.BLOCKED) {
                    blocked.increment();
                  }
                  return request.reasons().contains(lane.reason());
                },
                () -> System.nanoTime() - end < 0)
            .toCompletableFuture()
            .join();
    report(closed.sum(), blocked.sum());
    summary
        .stillParked()
        .forEach(
            (lane, why) ->
                LOG.warn("Lane {} is still parked: {}: {}", lane, why.code(), why.message()));
    LOG.info(
        "Redrive: {} lanes reopened, {} events published, {} lanes still parked, {} not tried",
        summary.reopened(),
        summary.published(),
        summary.stillParked().size(),
        summary.notTried());
    return "{\"reopened\":%d,\"published\":%d,\"stillParked\":%d,\"notTried\":%d}"
        .formatted(
            summary.reopened(),
            summary.published(),
            summary.stillParked().size(),
            summary.notTried());
  }

  /** Writes how many lanes are closed, and how many of them because their target failed. */
  private void report(long closed, long blocked) {
    EmfLine line = new EmfLine();
    if (closed > 0) {
      line.add(Metric.CLOSED_LANES, (double) closed);
    }
    if (blocked > 0) {
      line.add(Metric.BLOCKED_LANES, (double) blocked);
    }
    try {
      metrics.write(line);
    } catch (RuntimeException e) {
      LOG.error("The metrics of this redrive could not be written", e);
    }
  }
}
