package io.github.dynamooutbox.aws.config;

import static io.github.dynamooutbox.aws.keys.Key.Reader.INFRASTRUCTURE;

import io.github.dynamooutbox.aws.config.RelaySettings.Backoff;
import io.github.dynamooutbox.aws.config.RelaySettings.Parking;
import io.github.dynamooutbox.aws.config.RelaySettings.Window;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Declares and reads {@code relay}. */
final class RelayReader {
  /** The stream keeps records for 24 hours, and other targets must not wait for long. */
  private static final int MOST_BLOCKED_SECONDS = 4 * 60 * 60;

  static final TextRule REGION =
      TextRule.of("[a-z0-9-]{1,32}", "a region, for example eu-central-1");

  private static final String PARK = "park";
  private static final String NO_PLACE = "needs a place to park: add controlTable";

  static final Section KEYS = Section.of("Settings of the relay.");

  static final Key<String> HOST =
      KEYS.add(
          Key.choice("host", "lambda", "kcl")
              .byDefault("lambda")
              .readBy(INFRASTRUCTURE)
              .about("What runs the relay: a Lambda function, or the service on Fargate."));

  /** Limit: Lambda developer guide, event source mapping for DynamoDB streams. */
  private static final Key<Integer> BATCH_SIZE =
      KEYS.add(
          Key.number("batchSize", 1, 10_000)
              .byDefault(500)
              .readBy(INFRASTRUCTURE)
              .about("Most records in a batch of the event source mapping."));

  private static final Key<List<String>> REGIONS =
      KEYS.add(
          Key.differentTexts("regions", REGION)
              .about(
                  "Publishes only what was written in these regions; needed with a global table, "
                      + "whose streams show every region's writes. Default: everything."));

  private static final Key<Boolean> STANDBY =
      KEYS.add(
          Key.flag("standby")
              .byDefault(false)
              .about(
                  "Confirms that `regions` lacks the relay's own region: it stands by for the "
                      + "others."));

  private static final Key<String> ON_POISON =
      KEYS.add(
          Key.choice("onPoison", PARK, "halt")
              .byDefault(PARK)
              .about(
                  "An event that can never be published: `park` stores it in the control table "
                      + "and continues, `halt` stops there. Without a control table, only `halt`."));

  private static final Key<Integer> TARGET_DOWN_SECONDS =
      KEYS.add(
          Key.number("targetDownAfterSeconds", 1, MOST_BLOCKED_SECONDS)
              .byDefault((int) BlockedAfter.DEFAULT.targetDown().toSeconds())
              .about(
                  "A target is down that has accepted nothing for this time, in at least three "
                      + "attempts, or two that hang for a third of it. What it cannot accept is then "
                      + "parked. Needs a control table."));

  private static final Key<Integer> STUCK_SECONDS =
      KEYS.add(
          Key.number("stuckAfterSeconds", 1, MOST_BLOCKED_SECONDS)
              .byDefault((int) BlockedAfter.DEFAULT.stuck().toSeconds())
              .about(
                  "An event is parked that has failed for this time at a target that accepts most"
                      + " others. Needs a control table."));

  static final Key<Integer> CALL_TIMEOUT_MILLIS =
      KEYS.add(
          Key.number("callTimeoutMillis", 100, 60_000)
              .byDefault(5_000)
              .about(
                  "Longest request to a target. With functions, more than 5 seconds shorter than "
                      + "`infrastructure.function.timeoutSeconds`. With a control table at most 50,000,"
                      + " and at most 25 seconds and half of `targetDownAfterSeconds`: a target that "
                      + "hangs then holds others up for that time and a minute at most."));

  private static final Key<Integer> WINDOW_EVENTS =
      KEYS.add(
          Key.number("windowEvents", 1, 1_000_000)
              .byDefault(RelayBuilder.WINDOW_EVENTS)
              .about("Most deliveries (events times targets) of one shard in flight."));

  private static final Key<Integer> WINDOW_BYTES =
      KEYS.add(
          Key.number("windowBytes", 1 << 20, 1 << 30)
              .byDefault(RelayBuilder.WINDOW_BYTES)
              .about(
                  "Most bytes of these: payloads, decompressed, and an estimate of their "
                      + "overhead."));

  private static final Section BACKOFF_KEYS =
      Section.of(
          "Pause before a retry: random, up to a bound that doubles with each attempt. "
              + "For the control table at most 500 ms at first and 5 s later.");

  private static final Key<Integer> BASE_MILLIS =
      BACKOFF_KEYS.add(
          Key.number("baseMillis", 1, 60_000)
              .byDefault((int) io.github.dynamooutbox.relay.loop.Backoff.DEFAULT_BASE.toMillis())
              .about("The bound after the first attempt."));

  private static final Key<Integer> CAP_MILLIS =
      BACKOFF_KEYS.add(
          Key.number("capMillis", 1, 300_000)
              .byDefault((int) io.github.dynamooutbox.relay.loop.Backoff.DEFAULT_CAP.toMillis())
              .about("The maximum bound; not below `baseMillis`."));

  private static final Key<Section> BACKOFF = KEYS.add(Key.section("backoff", BACKOFF_KEYS));

  /** Is gone, and still known. */
  private static final Key<Object> PARK_BLOCKED = Key.other("parkBlockedAfterSeconds", Map.of());

  private RelayReader() {}

  /** What the schema says about keys of which the values are limited without a control table. */
  static Map<String, Object> withoutControlTable() {
    return Map.of(
        ON_POISON.name(), Map.of("const", "halt"),
        TARGET_DOWN_SECONDS.name(), false,
        STUCK_SECONDS.name(), false);
  }

  /**
   * Reads the section.
   *
   * @param hasControlTable whether events can be parked
   */
  static RelaySettings read(JsonFields relay, boolean hasControlTable) {
    relay.find(HOST);
    int batchSize = relay.get(BATCH_SIZE);
    Set<String> regions = new LinkedHashSet<>(relay.find(REGIONS).orElse(List.of()));
    boolean standby = relay.get(STANDBY);
    if (standby && regions.isEmpty()) {
      relay.problem(STANDBY, "has no effect without regions; name the other regions, or remove it");
    }
    Optional<Parking> parking = parking(relay, hasControlTable);
    int timeout = relay.get(CALL_TIMEOUT_MILLIS);
    parking.ifPresent(each -> foundDownInTime(relay, timeout, each.blockedAfter().targetDown()));
    Window window = new Window(relay.get(WINDOW_EVENTS), relay.get(WINDOW_BYTES));
    Backoff backoff = backoff(relay.objectOrEmpty(BACKOFF));
    relay.refuseOthers();
    return new RelaySettings(
        batchSize, regions, standby, parking, Duration.ofMillis(timeout), window, backoff);
  }

  /** Without a control table nothing can be parked, and the relay halts at poison. */
  private static Optional<Parking> parking(JsonFields relay, boolean hasControlTable) {
    Optional<String> onPoison = relay.find(ON_POISON);
    int down = relay.get(TARGET_DOWN_SECONDS);
    int stuck = relay.get(STUCK_SECONDS);
    if (relay.has(PARK_BLOCKED)) {
      relay.problem(
          PARK_BLOCKED,
          "is gone, because an event's age says nothing about its target: see"
              + " targetDownAfterSeconds and stuckAfterSeconds");
    }
    if (hasControlTable) {
      return Optional.of(
          new Parking(
              onPoison.or(ON_POISON::standard).filter(PARK::equals).isPresent(),
              new BlockedAfter(Duration.ofSeconds(down), Duration.ofSeconds(stuck))));
    }
    if (onPoison.filter(PARK::equals).isPresent()) {
      relay.problem(ON_POISON, "\"park\" " + NO_PLACE);
    }
    for (Key<?> key : List.of(TARGET_DOWN_SECONDS, STUCK_SECONDS)) {
      if (relay.has(key)) {
        relay.problem(key, NO_PLACE);
      }
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
          CALL_TIMEOUT_MILLIS,
          "%d is too long for targetDownAfterSeconds, %d: a target that hangs would hold the others up for more than that time and a minute; lower it to %d"
              .formatted(callTimeout, targetDown.toSeconds(), most));
    }
  }

  private static Backoff backoff(JsonFields backoff) {
    int base = backoff.get(BASE_MILLIS);
    int cap = backoff.get(CAP_MILLIS);
    if (cap < base) {
      backoff.problem(CAP_MILLIS, "%d must not be below baseMillis, %d".formatted(cap, base));
    }
    backoff.refuseOthers();
    return new Backoff(Duration.ofMillis(base), Duration.ofMillis(cap));
  }
}
