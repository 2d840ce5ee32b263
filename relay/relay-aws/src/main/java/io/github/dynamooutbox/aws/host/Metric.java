package io.github.dynamooutbox.aws.host;

/**
 * The metrics that relays write to CloudWatch, as the only list of their names. The operations
 * guide explains each; tests compare alarms and dashboards with this list.
 */
public enum Metric {
  // Of a target.
  PUBLISHED("Published", Unit.COUNT),
  DEDUPLICATED("Deduplicated", Unit.COUNT),
  RETRIED("Retried", Unit.COUNT),
  REJECTED("Rejected", Unit.COUNT),
  PARKED("Parked", Unit.COUNT),
  SKIPPED("Skipped", Unit.COUNT),
  OPEN_CIRCUIT_AGE("OpenCircuitAge", Unit.MILLISECONDS),
  BATCH_ENTRIES("BatchEntries", Unit.COUNT),
  ANSWER_TIME("AnswerTime", Unit.MILLISECONDS),
  WRITE_TO_PUBLISH_AGE("WriteToPublishAge", Unit.MILLISECONDS),
  MAX_WRITE_TO_PUBLISH_AGE("MaxWriteToPublishAge", Unit.MILLISECONDS),

  // Of the relay.
  SKIPPED_NOT_OURS("SkippedNotOurs", Unit.COUNT),
  SKIPPED_DROPPED("SkippedDropped", Unit.COUNT),
  HEARTBEATS("Heartbeats", Unit.COUNT),
  MAX_HEARTBEAT_AGE("MaxHeartbeatAge", Unit.MILLISECONDS),
  INVERSIONS("Inversions", Unit.COUNT),
  HALTED("Halted", Unit.COUNT),
  UNRECORDED("Unrecorded", Unit.COUNT),
  CONTROL_FAILURES("ControlFailures", Unit.COUNT),

  // Of what is parked, and of a redrive.
  PARKED_EVENTS("ParkedEvents", Unit.COUNT),
  OLDEST_PARKED_AGE("OldestParkedAge", Unit.MILLISECONDS),
  CLOSED_LANES("ClosedLanes", Unit.COUNT),
  BLOCKED_LANES("BlockedLanes", Unit.COUNT),
  REDRIVEN("Redriven", Unit.COUNT),
  REDRIVE_BUSY("RedriveBusy", Unit.COUNT),

  // Of a worker that holds leases.
  LEASES("Leases", Unit.COUNT),
  UNOWNED_SHARDS("UnownedShards", Unit.COUNT),
  LEASE_MOVES("LeaseMoves", Unit.COUNT),
  LEASES_LOST("LeasesLost", Unit.COUNT),
  SLOW_LEASE_CALLS("SlowLeaseCalls", Unit.COUNT),
  FAILED_LEASE_CALLS("FailedLeaseCalls", Unit.COUNT),
  DROPPED_LOG_LINES("DroppedLogLines", Unit.COUNT),
  TRIMMED("Trimmed", Unit.COUNT),
  SHARD_LAG("ShardLag", Unit.MILLISECONDS);

  /** The CloudWatch units that are used here. */
  enum Unit {
    COUNT("Count"),
    MILLISECONDS("Milliseconds");

    private final String text;

    Unit(String text) {
      this.text = text;
    }
  }

  private final String text;
  private final Unit unit;

  Metric(String text, Unit unit) {
    this.text = text;
    this.unit = unit;
  }

  /** The name in CloudWatch. */
  public String text() {
    return text;
  }

  /** The unit's name in CloudWatch. */
  public String unit() {
    return unit.text;
  }
}
