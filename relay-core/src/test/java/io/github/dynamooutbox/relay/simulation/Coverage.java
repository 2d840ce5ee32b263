package io.github.dynamooutbox.relay.simulation;

import java.util.Set;
import java.util.TreeSet;

/** What a simulation must have met over many seeds, or it proves nothing about it. */
enum Coverage {
  LAMBDA,
  KCL,
  CHECKPOINT,
  LEASE_LOST,
  TWO_OWNERS,
  CRASH,
  PAUSE,
  OVERLAP,
  TIMEOUT,
  PARTIAL_RESPONSE,
  RESPONSE_LOST,
  BISECT,
  COLD_RETRY,
  HALT,
  DEPLOYMENT,
  CONFIGURATION_CHANGED,
  SWAPPED,
  SWAPPED_IN_AGGREGATE,
  NO_SEQUENCE,
  THOUSANDS_OF_AGGREGATES,
  HOT_AGGREGATE,
  NOT_OURS,
  SEVERAL_EVENTS,
  FAN_OUT,
  OVERLAPPING_BATCH,
  REDELIVERED,
  INVERSION,
  SHARD_SPLIT,
  SHARD_ROLLOVER,
  POSITION_COLLISION,
  TARGET_DOWN,
  TARGET_DOWN_FOR_MINUTES,
  TARGET_DOWN_FOR_HOURS,
  THROTTLING_BURST,
  SLOW_ANSWER,
  ENTRY_FAILED,
  ENTRY_REJECTED,
  REQUEST_FAILED,
  REQUEST_REFUSED,
  ANSWER_LOST,
  ANSWER_INCOMPLETE,
  ABORTED,
  TABLE_FAILED,
  TABLE_DOWN,
  TABLE_ANSWER_LOST,
  PARKED,
  PARKED_REJECTED,
  PARKED_BLOCKED,
  PARKED_UNROUTABLE,
  PARKED_MALFORMED,
  UNREADABLE_TOLD,
  UNPARKABLE,
  PARKED_BEHIND,
  LANE_FOUND_OPEN,
  PARKED_FOR_ALL,
  REDRIVE,
  REDRIVE_IN_TRAFFIC,
  REDRIVES_AT_ONCE,
  LANE_REOPENED,
  LANE_STILL_PARKED,
  REPAIRED,
  RECEIPT,
  AHEAD_SAVED,
  AHEAD_ADDED,
  AHEAD_USED,
  DROPPED_BY_RULE,
  DUPLICATE_EXCUSED,
  MALFORMED,
  NEWER_VERSION;

  /** Everything that has to be met: all that is here, and a death around each call. */
  static Set<String> all() {
    Set<String> all = new TreeSet<>();
    for (Coverage each : values()) {
      all.add(each.name());
    }
    for (Call call : Call.values()) {
      all.add(call.before());
      all.add(call.after());
    }
    return all;
  }
}
