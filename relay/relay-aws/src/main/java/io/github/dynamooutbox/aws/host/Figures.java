package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Counts what the relay does until the figures are read. Contains no zeros. Thread-safe. */
public final class Figures implements RelayObserver {
  /**
   * Figures since the last call.
   *
   * @param relay figures of no particular target
   * @param targets figures of targets, by name
   */
  public record Taken(EmfLine relay, Map<String, EmfLine> targets) {
    private Taken() {
      this(new EmfLine(), new TreeMap<>());
    }
  }

  private Taken figures = new Taken();

  /** Returns the figures since the last call, or since the start. */
  public synchronized Taken take() {
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
    line.add(Metric.PUBLISHED, 1);
    line.value(Metric.WRITE_TO_PUBLISH_AGE, millis(age));
    line.max(Metric.MAX_WRITE_TO_PUBLISH_AGE, millis(age));
  }

  /** Clocks may differ, but an age is never reported as negative. */
  private static double millis(Duration age) {
    return Math.max(0, age.toMillis());
  }

  @Override
  public synchronized void retried(String target, Envelope envelope, String code, String message) {
    at(target).add(Metric.RETRIED, 1);
  }

  @Override
  public synchronized void rejected(String target, Envelope envelope, String code, String message) {
    at(target).add(Metric.REJECTED, 1);
  }

  @Override
  public synchronized void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    at(target).add(Metric.PARKED, 1);
  }

  @Override
  public synchronized void parkedUnreadable(ParkedEvent record) {
    at(record.place().lane().target()).add(Metric.PARKED, 1);
  }

  @Override
  public synchronized void stillDown(String target, Duration age) {
    at(target).max(Metric.OPEN_CIRCUIT_AGE, millis(age));
  }

  @Override
  public synchronized void batchSent(String target, int entries, long bytes) {
    at(target).value(Metric.BATCH_ENTRIES, entries);
  }

  @Override
  public synchronized void answered(String target, Duration took) {
    at(target).value(Metric.ANSWER_TIME, millis(took));
  }

  @Override
  public synchronized void skipped(SkipReason reason) {
    Metric metric =
        switch (reason) {
          case NOT_OURS -> Metric.SKIPPED_NOT_OURS;
          case DROPPED -> Metric.SKIPPED_DROPPED;
        };
    figures.relay().add(metric, 1);
  }

  @Override
  public synchronized void finishedBefore(String target) {
    at(target).add(Metric.SKIPPED, 1);
  }

  @Override
  public synchronized void heartbeat(Envelope heartbeat, Duration age) {
    figures.relay().add(Metric.HEARTBEATS, 1);
    figures.relay().max(Metric.MAX_HEARTBEAT_AGE, millis(age));
  }

  @Override
  public synchronized void inverted(AggregateKey aggregate, StreamPosition position) {
    figures.relay().add(Metric.INVERSIONS, 1);
  }

  @Override
  public synchronized void halted(StreamPosition position, String reason, String message) {
    figures.relay().add(Metric.HALTED, 1);
  }

  @Override
  public synchronized void lost(String what, int events, String code) {
    figures.relay().add(Metric.UNRECORDED, events);
  }

  @Override
  public synchronized void controlFailed(String what, String code, String message) {
    figures.relay().add(Metric.CONTROL_FAILURES, 1);
  }
}
