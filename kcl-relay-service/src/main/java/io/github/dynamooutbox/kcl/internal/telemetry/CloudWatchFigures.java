package io.github.dynamooutbox.kcl.internal.telemetry;

import static io.github.dynamooutbox.kcl.internal.telemetry.EmfLine.COUNT;
import static io.github.dynamooutbox.kcl.internal.telemetry.EmfLine.MILLIS;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what the relay does, under the names that the Lambda relay's metrics have, until it is
 * taken. What is zero is not there. Thread-safe.
 */
public final class CloudWatchFigures implements RelayObserver {
  /**
   * Figures since the last time.
   *
   * @param worker what belongs to no target
   */
  record Taken(EmfLine worker, Map<String, EmfLine> targets) {
    private Taken() {
      this(new EmfLine(), new TreeMap<>());
    }
  }

  private Taken figures = new Taken();

  synchronized Taken take() {
    Taken taken = figures;
    figures = new Taken();
    return taken;
  }

  private EmfLine at(String target) {
    return figures.targets().computeIfAbsent(target, any -> new EmfLine());
  }

  @Override
  public synchronized void published(String target, Envelope envelope, Duration age) {
    EmfLine line = at(target);
    line.count("Published", 1);
    line.value("WriteToPublishAge", MILLIS, millis(age));
    line.maxMillis("MaxWriteToPublishAge", millis(age));
  }

  /** Clocks differ: an event cannot be younger than new. */
  private static double millis(Duration age) {
    return Math.max(0, age.toMillis());
  }

  @Override
  public synchronized void retried(String target, Envelope envelope, String code, String message) {
    at(target).count("Retried", 1);
  }

  @Override
  public synchronized void rejected(String target, Envelope envelope, String code, String message) {
    at(target).count("Rejected", 1);
  }

  @Override
  public synchronized void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    at(target).count("Parked", 1);
  }

  @Override
  public synchronized void parkedUnreadable(ParkedEvent record) {
    at(record.place().lane().target()).count("Parked", 1);
  }

  @Override
  public synchronized void batchSent(String target, int entries, long bytes) {
    at(target).value("BatchEntries", COUNT, entries);
  }

  @Override
  public synchronized void skipped(SkipReason reason) {
    String name =
        switch (reason) {
          case NOT_OURS -> "SkippedNotOurs";
          case DROPPED -> "SkippedDropped";
        };
    figures.worker().count(name, 1);
  }

  @Override
  public synchronized void finishedBefore(String target) {
    at(target).count("Skipped", 1);
  }

  @Override
  public synchronized void heartbeat(Envelope heartbeat, Duration age) {
    figures.worker().count("Heartbeats", 1);
    figures.worker().maxMillis("MaxHeartbeatAge", millis(age));
  }

  @Override
  public synchronized void inverted(AggregateKey aggregate, StreamPosition position) {
    figures.worker().count("Inversions", 1);
  }

  @Override
  public synchronized void halted(StreamPosition position, String reason, String message) {
    figures.worker().count("Halted", 1);
  }

  @Override
  public synchronized void lost(String what, int events, String code) {
    figures.worker().count("Unrecorded", events);
  }

  @Override
  public synchronized void controlFailed(String what, String code, String message) {
    figures.worker().count("ControlFailures", 1);
  }
}
