package io.github.dynamooutbox.relay;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import io.github.dynamooutbox.relay.redrive.WaysOut.Outcome;
import io.github.dynamooutbox.relay.redrive.WaysOut.Selection;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an operator takes out leaves its queues, all of it and nothing else, with a mark of each
 * event, however many reads and transactions that takes: a read returns 8 segments, a transaction
 * takes 90 events.
 */
class WaysOutAtRandomTest extends RedriveBench {
  private static final Decision DECISION = new Decision("ann", "test data");
  private static final Duration LEASED = Duration.ofMinutes(1);
  private static final int[] SEGMENTS = {0, 1, 8, 9, 16, 17};
  private static final int PART = 3;

  /** Lanes of the same part for one target. */
  private static final List<LaneKey> LANES =
      Stream.iterate(0, id -> id + 1)
          .map(id -> new LaneKey("bus", "Order#" + id))
          .filter(lane -> QueueName.partOf(lane) == PART)
          .limit(3)
          .toList();

  private static final LaneKey CHOSEN = LANES.get(1);

  /** An event, where it is parked, and its id. */
  private record Parked(QueueName queue, ParkedEvent event, String id) {}

  private final WaysOut waysOut = open(queues.table()).waysOut(queues.table());
  private final List<Parked> parked = new ArrayList<>();
  private final List<OutboxEvent> sent = new ArrayList<>();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void discardsALaneAndNothingElse(long seed) {
    park(new Random(seed));

    List<Parked> left = takesOut(Optional.empty(), Optional.empty());

    while (!queues.held().isEmpty()) {
      redrive(ANY);
    }
    assertThat(bus.accepted).containsExactlyInAnyOrderElementsOf(ids(left));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {7, 8})
  void discardsOneEventAndNothingElse(long seed) {
    park(new Random(seed));
    List<Parked> some = parked.stream().filter(each -> isChosen(each, Optional.empty())).toList();

    takesOut(Optional.of(some.get(some.size() - 1).id()), Optional.empty());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {9, 10, 11})
  void sendsALaneElsewhereAndNothingElse(long seed) {
    park(new Random(seed));
    feed.always(
        entries -> {
          entries.forEach(each -> sent.add(each.envelope().event()));
          return ScriptedTarget.acceptAll(entries);
        });

    takesOut(Optional.empty(), Optional.of("feed"));

    assertThat(bus.requests).isEmpty();
    assertThat(feed.accepted)
        .isEqualTo(ids(parked.stream().filter(each -> isChosen(each, Optional.empty())).toList()));
    assertThat(sent.stream().map(each -> each.headers().get(WaysOut.REPLAY)))
        .doesNotContainNull()
        .doesNotHaveDuplicates();
  }

  /** Takes them out, and compares everything with what was parked; returns what is left. */
  private List<Parked> takesOut(Optional<String> eventId, Optional<String> to) {
    // So slow that no partition of the table is asked too much.
    queues.latency = Duration.ofMillis(300);
    Instant start = loop.instant();
    Selection selection =
        new Selection(
            CHOSEN.target(),
            CHOSEN.aggregate(),
            eventId.<WaysOut.Which>map(WaysOut.Which.One::new).orElseGet(WaysOut.Which.All::new));
    Outcome outcome =
        join(
            to.isEmpty()
                ? waysOut.discard("cli", selection, DECISION, LEASED)
                : waysOut.send("cli", selection, to.get(), DECISION, LEASED));

    List<Parked> gone = parked.stream().filter(each -> isChosen(each, eventId)).toList();
    List<Parked> left = parked.stream().filter(each -> !isChosen(each, eventId)).toList();
    assertThat(outcome).isEqualTo(new Outcome(gone.size(), Optional.empty(), Optional.empty()));
    assertThat(stored()).isEqualTo(byQueue(left));
    for (QueueSummary queue : join(queues.atOnce().queues(PART))) {
      assertThat(queue.counts()).as("%s", queue.queue()).isEqualTo(counts(left, queue.queue()));
    }
    for (Parked each : parked) {
      assertThat(join(queues.atOnce().of(each.id())))
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("at")
          .isEqualTo(gone.contains(each) ? List.of(mark(each, to)) : List.of())
          .allSatisfy(mark -> assertThat(mark.at()).isBetween(start, loop.instant()));
    }
    Lease next = join(queues.atOnce().lease(PART, "next", loop.instant(), loop.instant()));
    assertThat(next.owner()).as("the lease is given back").isEqualTo("next");
    join(queues.atOnce().giveBack(PART, "next"));
    return left;
  }

  private static boolean isChosen(Parked each, Optional<String> eventId) {
    return each.event().place().lane().equals(CHOSEN)
        && eventId.map(each.id()::equals).orElse(true);
  }

  private static WayOut mark(Parked each, Optional<String> to) {
    ParkedEvent.Place place = each.event().place();
    return new WayOut(
        each.id(),
        Optional.of(new WayOut.Origin(place.record(), place.index())),
        "bus",
        to,
        "ann",
        "test data",
        Instant.EPOCH);
  }

  private Map<QueueName, List<ParkedEvent>> stored() {
    Map<QueueName, List<ParkedEvent>> stored = new LinkedHashMap<>();
    for (QueueName queue : all()) {
      List<ParkedEvent> events = queues.stored(queue);
      if (!events.isEmpty()) {
        stored.put(queue, events);
      }
    }
    return stored;
  }

  private static Map<QueueName, List<ParkedEvent>> byQueue(List<Parked> some) {
    Map<QueueName, List<ParkedEvent>> byQueue = new LinkedHashMap<>();
    some.forEach(
        each -> byQueue.computeIfAbsent(each.queue(), any -> new ArrayList<>()).add(each.event()));
    return byQueue;
  }

  private static Map<ParkReason, Long> counts(List<Parked> some, QueueName queue) {
    return some.stream()
        .filter(each -> each.queue().equals(queue))
        .collect(groupingBy(each -> each.event().cause().reason(), counting()));
  }

  private static List<String> ids(List<Parked> some) {
    return some.stream().map(Parked::id).toList();
  }

  /** In the order in which they are emptied. */
  private static List<QueueName> all() {
    List<QueueName> all = new ArrayList<>();
    LANES.forEach(lane -> all.add(new QueueName.Lane(lane)));
    all.add(QueueName.Part.of(CHOSEN));
    all.add(QueueName.Single.of(CHOSEN));
    return all;
  }

  /** Segments in all of the queues, in each of backlog and single events of several lanes. */
  private void park(Random random) {
    for (QueueName queue : all()) {
      int segments = SEGMENTS[random.nextInt(SEGMENTS.length)];
      for (int i = 0; i < segments; i++) {
        List<Parked> some = new ArrayList<>();
        int events = random.nextInt(8) == 0 ? 91 + random.nextInt(9) : 1 + random.nextInt(3);
        for (int event = 0; event < events; event++) {
          LaneKey lane = LANES.get(random.nextInt(LANES.size()));
          some.add(parked(queue, queue instanceof QueueName.Lane own ? own.lane() : lane, random));
          parked.add(some.get(event));
        }
        append(queue, some.stream().map(Parked::event).toList());
      }
    }
  }

  /** One of the events of the next record of a lane. */
  private Parked parked(QueueName queue, LaneKey lane, Random random) {
    int number = parked.size() + 1;
    int index = random.nextInt(3);
    String id = lane.aggregate().substring("Order#".length());
    ParkReason reason = random.nextBoolean() ? ParkReason.REJECTED : ParkReason.BEHIND;
    return new Parked(
        queue,
        parked(lane, reason, Records.order(number, id, number, loop.instant(), 3), index),
        id + "-" + number + "." + index);
  }

  private <T> T join(CompletionStage<T> stage) {
    loop.runUntil(stage.toCompletableFuture()::isDone);
    return stage.toCompletableFuture().join();
  }
}
