package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Every alarm that a stack can have: which part it watches, which key sets its threshold, and what
 * it says. Where a stack lacks the part, the key has no effect.
 */
enum AlarmKind {
  HALTED(Part.RELAY, "halts", "A shard stands still", "A shard has halted"),
  INVERSIONS(
      Part.RELAY,
      "inversions",
      "The stream showed two records of an aggregate in the wrong order",
      "Inversions"),
  UNRECORDED(
      Part.RELAY,
      "unrecordedEvents",
      "A receipt or a list was not written, so duplicates are possible",
      "The control table does not answer"),
  CONTROL_FAILURES(
      Part.RELAY,
      "controlFailures",
      "Nothing continues without the control table",
      "The control table does not answer"),
  TARGET_DOWN(Part.RELAY, "", "Target %s accepts nothing, whatever is parked", "A target is down"),
  REJECTED(
      Part.RELAY,
      "rejectedEvents",
      "Target %s will never take an event as it is",
      "Something is parked"),
  PUBLISH_AGE(
      Part.RELAY, "publishAgeSeconds", "Events reach %s late", "It is late and nothing is wrong"),
  FAILED_BUS_ENTRIES(
      Part.CUSTOM_BUS,
      "failedBusEntriesPercent",
      "The bus of target %s fails entries of its publishers",
      "A bus fails entries"),
  ITERATOR_AGE(
      Part.RELAY,
      "iteratorAgeSeconds",
      "The relay is behind the stream, which keeps records for 24 hours",
      "A target is down"),
  FAILED_BATCHES(
      Part.FUNCTION,
      "failedEvents",
      "Lambda abandoned events, which are in a bucket",
      "Lambda has abandoned events"),
  DROPPED_EVENTS(
      Part.FUNCTION,
      "droppedEvents",
      "Lambda dropped events, which are in the table until its TTL",
      "Records were trimmed"),
  NO_LEASES(Part.SERVICE, "minLeases", "No task relays a shard", "No task holds a lease"),
  UNOWNED_SHARDS(
      Part.SERVICE,
      "unownedShards",
      "Tasks run, but none relays this shard",
      "A shard has no worker"),
  TRIMMED(
      Part.SERVICE,
      "trimmedReads",
      "Records left the stream before they were read",
      "Records were trimmed"),
  PARKED_EVENTS(
      Part.CONTROL, "parkedEvents", "Events wait in the control table", "Something is parked"),
  PARKED(
      Part.CONTROL,
      "parkedLanes",
      "Lanes are closed, and their later events are parked as well",
      "Something is parked"),
  BLOCKED_LANES(
      Part.CONTROL,
      "blockedLanes",
      "Lanes wait until their target answers again",
      "A target is down"),
  REDRIVE_SILENT(
      Part.CONTROL, "", "Nothing redrives parked events, or counts them", "A function fails"),
  ERRORS(Part.FUNCTIONS, "functionErrors", "%s fails, and its log says why", "A function fails"),
  THROTTLES(
      Part.FUNCTIONS,
      "functionThrottles",
      "%s is throttled, because the account's concurrency is used up",
      "A function fails"),
  HEARTBEAT_MISSING(
      Part.HEARTBEAT,
      "missedHeartbeats",
      "Nothing reaches the relay, though heartbeats are committed",
      "No heartbeat");

  /** A part of a stack, which is in some and not in others. */
  enum Part {
    RELAY,
    FUNCTION,
    SERVICE,
    CONTROL,
    FUNCTIONS,
    CUSTOM_BUS,
    HEARTBEAT;

    /** Why a stack lacks it; empty if it has it. */
    Optional<String> lack(Deployment deployment) {
      JsonNode host = deployment.document().path("relay").path("host");
      OutboxConfig config = deployment.config();
      boolean isThere =
          switch (this) {
            case RELAY -> true;
            case FUNCTION -> config.hasFunction();
            case SERVICE -> config.hasService();
            case CONTROL -> deployment.hasControlTable();
            case FUNCTIONS ->
                config.hasFunction()
                    || deployment.hasControlTable()
                    || config.heartbeat().enabled();
            case HEARTBEAT -> config.heartbeat().enabled();
            case CUSTOM_BUS ->
                config.targets().stream()
                    .anyMatch(target -> target.kind().type().equals(CustomEventBus.KIND));
          };
      return isThere
          ? Optional.empty()
          : Optional.of(
              switch (this) {
                case CONTROL -> "without controlTable; add one, or remove it";
                case CUSTOM_BUS -> "without a target of type eventbridgev2; add one, or remove it";
                case HEARTBEAT -> "where infrastructure.heartbeat.enabled is false; remove it";
                default -> "with relay.host \"%s\"; remove it".formatted(host.asText("lambda"));
              });
    }
  }

  private final Part part;
  private final String key;
  private final String happened;
  private final String runbook;

  AlarmKind(Part part, String key, String happened, String runbook) {
    this.part = part;
    this.key = key;
    this.happened = happened;
    this.runbook = runbook;
  }

  /** What it watches. */
  Part part() {
    return part;
  }

  /** The key of its threshold in {@code infrastructure.alarms}; empty if it has none. */
  String key() {
    return key;
  }

  /** What has happened, and which section of the runbook to read. */
  String description(String watched) {
    return "%s. Runbook: \"%s\"".formatted(happened.formatted(watched), runbook);
  }
}
