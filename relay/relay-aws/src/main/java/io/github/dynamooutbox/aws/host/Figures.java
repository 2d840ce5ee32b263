package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
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
  public synchronized void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published it) {
      EmfLine line = at(it.target());
      line.add(Metric.PUBLISHED, 1);
      line.value(Metric.WRITE_TO_PUBLISH_AGE, millis(it.age()));
      line.max(Metric.MAX_WRITE_TO_PUBLISH_AGE, millis(it.age()));
    } else if (event instanceof RelayEvent.Deduplicated it) {
      at(it.target()).add(Metric.DEDUPLICATED, 1);
    } else if (event instanceof RelayEvent.Retried it) {
      at(it.target()).add(Metric.RETRIED, 1);
    } else if (event instanceof RelayEvent.Rejected it) {
      at(it.target()).add(Metric.REJECTED, 1);
    } else if (event instanceof RelayEvent.Parked it) {
      at(it.target()).add(Metric.PARKED, 1);
    } else if (event instanceof RelayEvent.ParkedUnreadable it) {
      at(it.record().place().lane().target()).add(Metric.PARKED, 1);
    } else if (event instanceof RelayEvent.Skipped it) {
      Metric metric =
          switch (it.reason()) {
            case NOT_OURS -> Metric.SKIPPED_NOT_OURS;
            case DROPPED -> Metric.SKIPPED_DROPPED;
          };
      figures.relay().add(metric, 1);
    } else if (event instanceof RelayEvent.FinishedBefore it) {
      at(it.target()).add(Metric.SKIPPED, 1);
    } else if (event instanceof RelayEvent.Heartbeat it) {
      figures.relay().add(Metric.HEARTBEATS, 1);
      figures.relay().max(Metric.MAX_HEARTBEAT_AGE, millis(it.age()));
    } else if (event instanceof RelayEvent.Inverted) {
      figures.relay().add(Metric.INVERSIONS, 1);
    } else if (event instanceof RelayEvent.BatchSent it) {
      at(it.target()).value(Metric.BATCH_ENTRIES, it.entries());
    } else if (event instanceof RelayEvent.Answered it) {
      at(it.target()).value(Metric.ANSWER_TIME, millis(it.took()));
    } else if (event instanceof RelayEvent.StillDown it) {
      at(it.target()).max(Metric.OPEN_CIRCUIT_AGE, millis(it.age()));
    } else if (event instanceof RelayEvent.Halted) {
      figures.relay().add(Metric.HALTED, 1);
    } else if (event instanceof RelayEvent.Lost it) {
      figures.relay().add(Metric.UNRECORDED, it.events());
    } else if (event instanceof RelayEvent.ControlFailed) {
      figures.relay().add(Metric.CONTROL_FAILURES, 1);
    }
  }

  /** Clocks may differ, but an age is never reported as negative. */
  private static double millis(Duration age) {
    return Math.max(0, age.toMillis());
  }
}
