package io.github.dynamooutbox.lambda.internal.telemetry;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.lambda.internal.StreamEvent;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.List;

/**
 * Logs what the relay does and counts it, one invocation at a time, and writes the figures at its
 * end. What arrives between two invocations counts for the next one. Thread-safe.
 */
public final class Telemetry implements RelayObserver {
  private final EmfReport report;
  private Figures figures = new Figures();
  private RelayLog log = new RelayLog(new StreamEvent("", List.of()));

  private Telemetry(EmfReport report) {
    this.report = report;
  }

  /** As Powertools' environment variables say. */
  public static Telemetry fromEnvironment() {
    return new Telemetry(EmfReport.fromEnvironment());
  }

  /** Loads what writing figures takes, without writing any. */
  public static void prime() {
    EmfReport.prime();
  }

  /** The calling thread starts to serve this event. */
  public synchronized void begin(StreamEvent event) {
    log = new RelayLog(event);
  }

  /** The invocation is over: writes its figures. */
  public void end() {
    report.write(takeFigures());
  }

  private synchronized Figures takeFigures() {
    Figures taken = figures;
    figures = new Figures();
    return taken;
  }

  @Override
  public synchronized void published(String target, Envelope envelope, Duration age) {
    figures.published(target, age);
  }

  @Override
  public synchronized void retried(String target, Envelope envelope, String code, String message) {
    figures.retried(target);
    log.retried(target, envelope, code, message);
  }

  @Override
  public synchronized void rejected(String target, Envelope envelope, String code, String message) {
    figures.rejected(target);
    log.rejected(target, envelope, code, message);
  }

  @Override
  public synchronized void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    figures.parked(target);
    log.parked(target, envelope, cause);
  }

  @Override
  public synchronized void parkedUnreadable(ParkedEvent record) {
    figures.parked(record.place().lane().target());
    log.parkedUnreadable(record);
  }

  @Override
  public synchronized void controlFailed(String what, String code, String message) {
    figures.controlFailed();
    log.controlFailed(what, code, message);
  }

  @Override
  public synchronized void skipped(SkipReason reason) {
    figures.skipped(reason);
  }

  @Override
  public synchronized void finishedBefore(String target) {
    figures.finishedBefore(target);
  }

  @Override
  public synchronized void inverted(AggregateKey aggregate, StreamPosition position) {
    figures.inverted();
    log.inverted(aggregate, position);
  }

  @Override
  public synchronized void heartbeat(Envelope heartbeat, Duration age) {
    figures.heartbeat(age);
  }

  @Override
  public synchronized void batchSent(String target, int entries, long bytes) {
    figures.batchSent(target, entries);
  }

  @Override
  public synchronized void halted(StreamPosition position, String reason, String message) {
    figures.halted();
    log.halted(position, reason, message);
  }

  @Override
  public synchronized void lost(String what, int events, String code) {
    figures.unrecorded(events);
    log.lost(what, events, code);
  }
}
