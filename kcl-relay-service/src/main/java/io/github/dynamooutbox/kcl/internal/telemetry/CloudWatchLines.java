package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.aws.host.EmfLine;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.Metric;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
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
  private final Map<Metric, Long> before = new EnumMap<>(Metric.class);

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
    line.add(Metric.UNOWNED_SHARDS, worker.unowned().getAsInt());
    addIncrease(line, Metric.LEASE_MOVES, worker.moves().getAsLong());
    addIncrease(line, Metric.TRIMMED, worker.trimmed().getAsLong());
    addIncrease(line, Metric.LEASES_LOST, worker.shards().leasesExpired());
    addIncrease(line, Metric.SLOW_LEASE_CALLS, worker.slowCalls().getAsLong());
    addIncrease(line, Metric.FAILED_LEASE_CALLS, worker.failedCalls().getAsLong());
    addIncrease(line, Metric.DROPPED_LOG_LINES, worker.droppedLines().getAsLong());
  }

  private void addIncrease(EmfLine line, Metric metric, long total) {
    Long written = before.put(metric, total);
    long increase = total - (written == null ? 0 : written);
    if (increase > 0) {
      line.add(metric, (double) increase);
    }
  }

  private void writeShard(String shard, Duration lag) {
    EmfLine line = new EmfLine();
    line.max(Metric.SHARD_LAG, (double) lag.toMillis());
    metrics.writeShard(shard, line);
  }
}
