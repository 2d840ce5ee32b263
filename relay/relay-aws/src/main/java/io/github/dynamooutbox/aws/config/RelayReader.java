package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.config.RelaySettings.Backoff;
import io.github.dynamooutbox.aws.config.RelaySettings.Parking;
import io.github.dynamooutbox.aws.config.RelaySettings.Window;
import io.github.dynamooutbox.aws.targets.TextRule;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code relay}. */
final class RelayReader {
  /** Lambda developer guide, event source mapping for DynamoDB streams. */
  private static final int MAX_BATCH_SIZE = 10_000;

  private static final int DEFAULT_BATCH_SIZE = 500;
  private static final int DEFAULT_CALL_TIMEOUT_MILLIS = 5_000;
  private static final int DEFAULT_WINDOW_EVENTS = 10_000;
  private static final long DEFAULT_WINDOW_BYTES = 32L << 20;
  private static final int DEFAULT_TARGET_DOWN_SECONDS = 60;
  private static final int DEFAULT_STUCK_SECONDS = 5 * 60;

  /** The stream keeps records for 24 hours, and other targets must not wait for long. */
  private static final int MAX_BLOCKED_SECONDS = 4 * 60 * 60;

  private static final int DEFAULT_BACKOFF_BASE_MILLIS = 50;
  private static final int DEFAULT_BACKOFF_CAP_MILLIS = 5_000;

  private static final Backoff DEFAULT_BACKOFF =
      new Backoff(
          Duration.ofMillis(DEFAULT_BACKOFF_BASE_MILLIS),
          Duration.ofMillis(DEFAULT_BACKOFF_CAP_MILLIS));

  private static final TextRule REGION =
      TextRule.of("[a-z0-9-]{1,32}", "a region, for example eu-central-1");

  private RelayReader() {}

  /**
   * Reads the section.
   *
   * @param hasControlTable whether events can be parked
   */
  static RelaySettings read(JsonFields relay, boolean hasControlTable) {
    relay.choice("host", Map.of("lambda", true, "kcl", true));
    int batchSize = (int) relay.number("batchSize", 1, MAX_BATCH_SIZE, DEFAULT_BATCH_SIZE);
    Set<String> regions = regions(relay);
    Optional<Parking> parking = parking(relay, hasControlTable);
    long timeout = relay.number("callTimeoutMillis", 100, 60_000, DEFAULT_CALL_TIMEOUT_MILLIS);
    parking.ifPresent(each -> foundDownInTime(relay, timeout, each.blockedAfter().targetDown()));
    int events = (int) relay.number("windowEvents", 1, 1_000_000, DEFAULT_WINDOW_EVENTS);
    long bytes = relay.number("windowBytes", 1L << 20, 1L << 30, DEFAULT_WINDOW_BYTES);
    Backoff backoff = relay.object("backoff").map(RelayReader::backoff).orElse(DEFAULT_BACKOFF);
    relay.refuseOthers();
    return new RelaySettings(
        batchSize,
        regions,
        parking,
        Duration.ofMillis(timeout),
        new Window(events, bytes),
        backoff);
  }

  private static Set<String> regions(JsonFields relay) {
    Set<String> regions = new LinkedHashSet<>();
    List<JsonNode> elements = relay.list("regions").orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      String at = relay.path("regions") + "[" + i + "]";
      relay
          .text(at, elements.get(i), REGION)
          .ifPresent(
              region -> {
                if (!regions.add(region)) {
                  relay.problemAt(at, "\"" + region + "\" is listed twice");
                }
              });
    }
    return regions;
  }

  /** Without a control table nothing can be parked, and the relay halts at poison. */
  private static Optional<Parking> parking(JsonFields relay, boolean hasControlTable) {
    Optional<Boolean> parksPoison = relay.choice("onPoison", Map.of("halt", false, "park", true));
    boolean hasDown = relay.has("targetDownAfterSeconds");
    boolean hasStuck = relay.has("stuckAfterSeconds");
    long down =
        relay.number("targetDownAfterSeconds", 1, MAX_BLOCKED_SECONDS, DEFAULT_TARGET_DOWN_SECONDS);
    long stuck = relay.number("stuckAfterSeconds", 1, MAX_BLOCKED_SECONDS, DEFAULT_STUCK_SECONDS);
    if (relay.has("parkBlockedAfterSeconds")) {
      relay.number("parkBlockedAfterSeconds", 0, Long.MAX_VALUE, 0);
      relay.problem(
          "parkBlockedAfterSeconds",
          "is gone, because an event's age says nothing about its target: see"
              + " targetDownAfterSeconds and stuckAfterSeconds");
    }
    if (hasControlTable) {
      return Optional.of(
          new Parking(
              parksPoison.orElse(true),
              new BlockedAfter(Duration.ofSeconds(down), Duration.ofSeconds(stuck))));
    }
    if (parksPoison.orElse(false)) {
      relay.problem("onPoison", "\"park\" needs a place to park: add controlTable");
    }
    if (hasDown) {
      relay.problem("targetDownAfterSeconds", "needs a place to park: add controlTable");
    }
    if (hasStuck) {
      relay.problem("stuckAfterSeconds", "needs a place to park: add controlTable");
    }
    return Optional.empty();
  }

  /**
   * Other targets wait until a target that hangs counts as down, at most for its time and a minute.
   * That has to cover two requests that hang, and the one that is in flight when the time is over;
   * 5 seconds are for the pause before it, and 5 for parking.
   */
  private static void foundDownInTime(JsonFields relay, long callTimeout, Duration targetDown) {
    long most = Math.min(50_000, 25_000 + targetDown.toMillis() / 2);
    if (callTimeout > most) {
      relay.problem(
          "callTimeoutMillis",
          "%d is too long for targetDownAfterSeconds, %d: a target that hangs would hold the others up for more than that time and a minute; lower it to %d"
              .formatted(callTimeout, targetDown.toSeconds(), most));
    }
  }

  private static Backoff backoff(JsonFields backoff) {
    long base = backoff.number("baseMillis", 1, 60_000, DEFAULT_BACKOFF_BASE_MILLIS);
    long cap = backoff.number("capMillis", 1, 300_000, DEFAULT_BACKOFF_CAP_MILLIS);
    if (cap < base) {
      backoff.problem("capMillis", "%d must not be below baseMillis, %d".formatted(cap, base));
    }
    backoff.refuseOthers();
    return new Backoff(Duration.ofMillis(base), Duration.ofMillis(cap));
  }
}
