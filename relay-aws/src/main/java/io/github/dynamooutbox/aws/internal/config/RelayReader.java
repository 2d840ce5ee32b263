package io.github.dynamooutbox.aws.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.RelaySettings;
import io.github.dynamooutbox.aws.RelaySettings.Backoff;
import io.github.dynamooutbox.aws.RelaySettings.Parking;
import io.github.dynamooutbox.aws.RelaySettings.Window;
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
  private static final int DEFAULT_BLOCKED_SECONDS = 4 * 60 * 60;

  /** The stream keeps 24 hours; an hour is left for what stands behind. */
  private static final int MAX_BLOCKED_SECONDS = 23 * 60 * 60;

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
   * @param hasControlTable whether there is somewhere to park events
   */
  static RelaySettings read(Fields relay, boolean hasControlTable) {
    relay.choice("host", Map.of("lambda", true, "kcl", true));
    int batchSize = (int) relay.number("batchSize", 1, MAX_BATCH_SIZE, DEFAULT_BATCH_SIZE);
    Set<String> regions = regions(relay);
    Optional<Parking> parking = parking(relay, hasControlTable);
    long timeout = relay.number("callTimeoutMillis", 100, 60_000, DEFAULT_CALL_TIMEOUT_MILLIS);
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

  private static Set<String> regions(Fields relay) {
    Set<String> regions = new LinkedHashSet<>();
    List<JsonNode> elements = relay.list("regions").orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      String at = relay.path("regions") + "[" + i + "]";
      relay
          .text(at, elements.get(i), REGION)
          .ifPresent(
              region -> {
                if (!regions.add(region)) {
                  relay.problemAt(at, "\"" + region + "\" stands here twice");
                }
              });
    }
    return regions;
  }

  /** Without a control table nothing can be parked, and the relay halts at poison. */
  private static Optional<Parking> parking(Fields relay, boolean hasControlTable) {
    Optional<Boolean> parksPoison = relay.choice("onPoison", Map.of("halt", false, "park", true));
    boolean hasBlockedAfter = relay.has("parkBlockedAfterSeconds");
    long seconds =
        relay.number("parkBlockedAfterSeconds", 1, MAX_BLOCKED_SECONDS, DEFAULT_BLOCKED_SECONDS);
    if (hasControlTable) {
      return Optional.of(new Parking(parksPoison.orElse(true), Duration.ofSeconds(seconds)));
    }
    if (parksPoison.orElse(false)) {
      relay.problem("onPoison", "\"park\" needs a place to park: add controlTable");
    }
    if (hasBlockedAfter) {
      relay.problem("parkBlockedAfterSeconds", "needs a place to park: add controlTable");
    }
    return Optional.empty();
  }

  private static Backoff backoff(Fields backoff) {
    long base = backoff.number("baseMillis", 1, 60_000, DEFAULT_BACKOFF_BASE_MILLIS);
    long cap = backoff.number("capMillis", 1, 300_000, DEFAULT_BACKOFF_CAP_MILLIS);
    if (cap < base) {
      backoff.problem("capMillis", "%d must not be below baseMillis, %d".formatted(cap, base));
    }
    backoff.refuseOthers();
    return new Backoff(Duration.ofMillis(base), Duration.ofMillis(cap));
  }
}
