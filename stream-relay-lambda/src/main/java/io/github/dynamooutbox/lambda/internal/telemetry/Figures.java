package io.github.dynamooutbox.lambda.internal.telemetry;

import io.github.dynamooutbox.relay.RelayObserver.SkipReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What happened during one invocation, in numbers. Not thread-safe. */
final class Figures {
  /** What happened at one target. */
  static final class OfTarget {
    long published;
    long retried;
    long rejected;
    long parked;
    long skipped;
    final Sample ageMillis = new Sample();
    final Sample batchEntries = new Sample();
  }

  private final Map<String, OfTarget> targets = new TreeMap<>();
  private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
  private long heartbeats;
  private double maxHeartbeatAgeMillis;
  private long inversions;
  private long halts;
  private long unrecorded;
  private long controlFailures;

  void published(String target, Duration age) {
    OfTarget of = of(target);
    of.published++;
    of.ageMillis.add(millis(age));
  }

  void heartbeat(Duration age) {
    heartbeats++;
    maxHeartbeatAgeMillis = Math.max(maxHeartbeatAgeMillis, millis(age));
  }

  /** Clocks differ: an event cannot be younger than new. */
  private static double millis(Duration age) {
    return Math.max(0, age.toMillis());
  }

  void retried(String target) {
    of(target).retried++;
  }

  void rejected(String target) {
    of(target).rejected++;
  }

  void parked(String target) {
    of(target).parked++;
  }

  void batchSent(String target, int entries) {
    of(target).batchEntries.add(entries);
  }

  void finishedBefore(String target) {
    of(target).skipped++;
  }

  void skipped(SkipReason reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  void inverted() {
    inversions++;
  }

  void halted() {
    halts++;
  }

  void controlFailed() {
    controlFailures++;
  }

  void unrecorded(int events) {
    unrecorded += events;
  }

  Map<String, OfTarget> targets() {
    return targets;
  }

  Map<SkipReason, Long> skipped() {
    return skipped;
  }

  long heartbeats() {
    return heartbeats;
  }

  double maxHeartbeatAgeMillis() {
    return maxHeartbeatAgeMillis;
  }

  long inversions() {
    return inversions;
  }

  long halts() {
    return halts;
  }

  long controlFailures() {
    return controlFailures;
  }

  long unrecorded() {
    return unrecorded;
  }

  /** Whether anything happened that belongs to no target. */
  boolean hasAnyOfFunction() {
    return inversions > 0
        || halts > 0
        || unrecorded > 0
        || controlFailures > 0
        || heartbeats > 0
        || !skipped.isEmpty();
  }

  private OfTarget of(String target) {
    return targets.computeIfAbsent(target, name -> new OfTarget());
  }
}
