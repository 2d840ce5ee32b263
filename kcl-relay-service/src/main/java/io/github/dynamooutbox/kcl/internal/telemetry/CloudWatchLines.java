package io.github.dynamooutbox.kcl.internal.telemetry;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was counted since the last time as CloudWatch metrics, in the embedded metric format:
 * a line for the worker, one for each shard that it relays, and one for each target that had
 * anything to do. Names and dimensions are those of the Lambda relay. Thread-safe.
 */
public final class CloudWatchLines {
  private static final String SERVICE = "Service";
  private static final Logger LOG = LoggerFactory.getLogger(CloudWatchLines.class);

  private final CloudWatchFigures figures;
  private final WorkerState worker;
  private final String service;
  private final InstantSource clock;
  private final PrintStream out;
  private long trimmedBefore;

  /**
   * @param figures what the relay does
   * @param service the dimension {@code Service}
   * @param out what CloudWatch Logs gets
   */
  public CloudWatchLines(
      CloudWatchFigures figures,
      WorkerState worker,
      String service,
      InstantSource clock,
      PrintStream out) {
    this.figures = figures;
    this.worker = worker;
    this.service = service;
    this.clock = clock;
    this.out = out;
  }

  /** Never throws, so that it is called again. */
  public synchronized void write() {
    try {
      Instant now = clock.instant();
      CloudWatchFigures.Taken taken = figures.take();
      ofWorker(taken.worker(), now);
      worker.shards().lags().forEach((shard, lag) -> ofShard(shard, lag, now));
      taken.targets().forEach((target, line) -> ofTarget(target, line, now));
    } catch (RuntimeException e) {
      LOG.error("The metrics for CloudWatch could not be written", e);
    }
  }

  private void ofWorker(EmfLine line, Instant now) {
    // These are written when they are zero, too: alarms need it.
    line.count("Leases", worker.shards().names().size());
    worker.unowned().get().ifPresent(shards -> line.count("UnownedShards", shards));
    long trimmed = worker.trimmed().getAsLong();
    if (trimmed > trimmedBefore) {
      line.count("Trimmed", (double) trimmed - trimmedBefore);
      trimmedBefore = trimmed;
    }
    out.println(line.render(Map.of(SERVICE, service), List.of(List.of(SERVICE)), now));
  }

  /** Of the service, too: an alarm cannot name shards, which come and go. */
  private void ofShard(String shard, Duration lag, Instant now) {
    EmfLine line = new EmfLine();
    line.maxMillis("ShardLag", (double) lag.toMillis());
    out.println(
        line.render(
            Map.of(SERVICE, service, "Shard", shard),
            List.of(List.of(SERVICE), List.of(SERVICE, "Shard")),
            now));
  }

  private void ofTarget(String target, EmfLine line, Instant now) {
    out.println(
        line.render(
            Map.of(SERVICE, service, "Target", target), List.of(List.of(SERVICE, "Target")), now));
  }
}
