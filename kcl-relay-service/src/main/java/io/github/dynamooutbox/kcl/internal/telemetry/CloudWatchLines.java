package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.aws.host.EmfLine;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.Metric;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was counted since the last call as CloudWatch metrics: a line for the worker, one for
 * each shard that it relays, and one for each target with activity. Thread-safe.
 */
public final class CloudWatchLines {
  private static final Logger LOG = LoggerFactory.getLogger(CloudWatchLines.class);

  private final Figures figures;
  private final WorkerState worker;
  private final EmfWriter metrics;
  private long movesBefore;
  private long trimmedBefore;

  /**
   * @param figures counts what the relay does
   */
  public CloudWatchLines(Figures figures, WorkerState worker, EmfWriter metrics) {
    this.figures = figures;
    this.worker = worker;
    this.metrics = metrics;
  }

  /** Never throws, so that a timer continues to call it. */
  public synchronized void write() {
    try {
      Figures.Taken taken = figures.take();
      addWorker(taken.relay());
      metrics.write(taken);
      worker.shards().lags().forEach(this::writeShard);
    } catch (RuntimeException e) {
      LOG.error("The metrics for CloudWatch could not be written", e);
    }
  }

  private void addWorker(EmfLine line) {
    // Written even if they are zero: alarms need that.
    line.add(Metric.LEASES, worker.shards().names().size());
    worker.unowned().get().ifPresent(shards -> line.add(Metric.UNOWNED_SHARDS, shards));
    long moves = worker.moves().getAsLong();
    if (moves > movesBefore) {
      line.add(Metric.LEASE_MOVES, (double) moves - movesBefore);
      movesBefore = moves;
    }
    long trimmed = worker.trimmed().getAsLong();
    if (trimmed > trimmedBefore) {
      line.add(Metric.TRIMMED, (double) trimmed - trimmedBefore);
      trimmedBefore = trimmed;
    }
  }

  private void writeShard(String shard, Duration lag) {
    EmfLine line = new EmfLine();
    line.max(Metric.SHARD_LAG, (double) lag.toMillis());
    metrics.writeShard(shard, line);
  }
}
