package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Shards that halt because something can neither be published nor parked, while much else is in
 * flight, waits, is held or is parked: they settle, start nothing behind the halt, and finish
 * everything before it.
 */
class HaltAtRandomTest {
  private static final int RUNS = 500;

  /** Requests take longer than what is being parked when a shard halts. */
  private static final Duration REQUEST = Duration.ofMillis(50);

  private static final Duration PARKING = Duration.ofMillis(40);

  @Test
  void finishesWhatIsBeforeTheHaltAndStartsNothingBehindIt() {
    int halts = 0;
    for (int run = 0; run < RUNS; run++) {
      Case one = new Case(run);
      one.run();
      halts += one.halted == null ? 0 : 1;
    }

    assertThat(halts).as("of %d shards", RUNS).isBetween(RUNS / 4, RUNS);
  }

  /** One shard, and what it is given. */
  private static final class Case implements RelayObserver {
    private final long seed;
    private final RandomGenerator random;
    private final VirtualLoop loop = new VirtualLoop();
    private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(1));
    private final Map<String, Integer> retries = new HashMap<>();
    private final Map<StreamPosition, Instant> halts = new HashMap<>();
    private final boolean isSorted;

    /** The record before each of its aggregate, in the order of their batch. */
    private final Map<StreamPosition, StreamPosition> before = new HashMap<>();

    /** Records of which something was accepted by the ordered target, or parked for it. */
    private final Set<StreamPosition> left = new HashSet<>();

    private StreamPosition halted;

    /** What broke a rule while the relay ran, which takes what an observer or a target throws. */
    private final List<String> wrong = new ArrayList<>();

    private Set<Place> parkedThen = Set.of();

    private Case(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      isSorted = random.nextBoolean();
    }

    private void run() {
      ShardRelay shard = open();
      List<StreamRecord> records = records();
      int middle = random.nextInt(records.size() + 1);
      submit(shard, records.subList(0, middle));
      loop.runFor(Duration.ofMillis(random.nextInt(200)));
      submit(shard, records.subList(middle, records.size()));
      try {
        loop.runUntil(shard.settled().toCompletableFuture()::isDone);
      } catch (AssertionError e) {
        throw new AssertionError(this + " does not settle", e);
      }
      loop.runAll();

      Optional<StreamPosition> unfinished = shard.firstUnfinished();
      assertThat(wrong).as("%s", this).isEmpty();
      if (isSorted || halted == null) {
        assertThat(unfinished).as("%s: finished", this).isEqualTo(Optional.ofNullable(halted));
      } else {
        assertThat(unfinished).as("%s: finished", this).hasValueSatisfying(this::isNotBehind);
      }
      if (halted != null) {
        assertThat(parked().stream().filter(each -> !parkedThen.contains(each)))
            .as("%s: parked behind the halt", this)
            .noneMatch(each -> stops(each.position()));
      }
    }

    private void submit(ShardRelay shard, List<StreamRecord> batch) {
      Map<String, List<StreamRecord>> aggregates = new HashMap<>();
      for (StreamRecord record : batch) {
        if (!isMalformed(record)) {
          String aggregate = record.keys().get("PK").string();
          aggregates.computeIfAbsent(aggregate, each -> new ArrayList<>()).add(record);
        }
      }
      for (List<StreamRecord> records : aggregates.values()) {
        records.sort(Comparator.comparing(record -> record.keys().get("SK").string()));
        for (int i = 1; i < records.size(); i++) {
          before.put(records.get(i).position(), records.get(i - 1).position());
        }
      }
      shard.submit(batch);
    }

    private static boolean isMalformed(StreamRecord record) {
      return Records.CODEC
          .decode(record.newImage().orElseThrow())
          .fold(decoded -> false, newer -> true, malformed -> true);
    }

    /** In an ordered lane an event may follow only what is published or parked. */
    private void published(String target, Envelope event) {
      StreamPosition earlier = before.get(event.position());
      if (!target.equals("bus")) {
        return;
      }
      if (earlier != null && !left.contains(earlier)) {
        wrong.add("%s is sent before %s".formatted(event.position(), earlier));
      }
      left.add(event.position());
    }

    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Parked it) {
        if (!it.target().equals("feed")) {
          left.add(it.envelope().position());
        }
      } else if (event instanceof RelayEvent.Halted it) {
        if (halted != null && it.position().compareTo(halted) >= 0) {
          wrong.add("halted later at " + it.position());
        }
        halted = it.position();
        halts.put(it.position(), loop.instant());
        loop.schedule(PARKING, () -> parkedThen = parked());
      }
    }

    private void isNotBehind(StreamPosition position) {
      assertThat(position).isLessThanOrEqualTo(halted);
    }

    private ShardRelay open() {
      ScriptedTarget bus = target("bus", true);
      ScriptedTarget feed = target("feed", false);
      for (int i = random.nextInt(3); i > 0; i--) {
        LaneKey lane =
            new LaneKey(random.nextInt(3) == 0 ? "*" : "bus", "Order#a" + random.nextInt(4));
        queues.close(lane);
        if (random.nextBoolean()) {
          queues.releasing.add(new QueueName.Lane(lane));
        }
      }
      for (int i = random.nextInt(6); i > 0; i--) {
        queues.failures.add(
            random.nextInt(3) > 0
                ? new UnparkableException("410 KB")
                : new IllegalStateException("throttled"));
      }
      return Relay.builder(
              List.of(bus, feed),
              List.of(Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus", "feed")),
              loop)
          .clock(loop)
          .backoff(new Backoff(Duration.ofMillis(1), Duration.ofMillis(100), random))
          .parking(
              new ParkingPolicy(
                  Optional.of(queues.table()), random.nextInt(3) > 0, Optional.empty()))
          .window(1 + random.nextInt(40), 1 << 20)
          .observer(this)
          .build()
          .open("shard");
    }

    private List<StreamRecord> records() {
      int count = 3 + random.nextInt(20);
      List<StreamRecord> records = new ArrayList<>();
      for (int position = 1; position <= count; position++) {
        String id = "a" + random.nextInt(4);
        long sequence = isSorted ? position : 1 + random.nextInt(count);
        String type = random.nextInt(5) == 0 ? "Unknown" : "OrderChanged";
        int events = 1 + random.nextInt(2);
        records.add(
            random.nextInt(12) == 0
                ? Records.malformed(position, id, sequence)
                : Records.record(position, "Order", id, sequence, loop.instant(), events, type));
      }
      return records;
    }

    private ScriptedTarget target(String name, boolean ordered) {
      BatchLimits limits = new BatchLimits(1 + random.nextInt(5), 10_000, 1 + random.nextInt(3));
      return new ScriptedTarget(name, ordered, limits, loop)
          .latency(REQUEST)
          .always(entries -> answer(name, entries));
    }

    private BatchOutcome answer(String target, List<ScriptedTarget.Sent> entries) {
      Instant sent = loop.instant().minus(REQUEST);
      halts.forEach(
          (position, time) ->
              assertThat(entries)
                  .as("%s: sent behind the halt", this)
                  .noneMatch(
                      each ->
                          sent.isAfter(time)
                              && each.envelope().position().compareTo(position) >= 0));
      if (entries.size() > 1 && random.nextInt(10) == 0) {
        return new RequestRefused("REFUSED", "one of them");
      }
      return new PerEntry(entries.stream().map(each -> outcome(target, each)).toList());
    }

    private PublishOutcome outcome(String target, ScriptedTarget.Sent sent) {
      String name = sent.id() + " at " + target + " from " + sent.envelope().position();
      // Whether an event is accepted, and when, is decided at the first attempt.
      int again = retries.computeIfAbsent(name, each -> random.nextInt(6) - 2);
      retries.put(name, again - 1);
      if (again == 3) {
        retries.put(name, 3);
        return new Rejected("BAD", "never");
      }
      if (again > 0) {
        return new Retry("SLOW_DOWN", "later");
      }
      published(target, sent.envelope());
      return Published.INSTANCE;
    }

    private boolean stops(StreamPosition position) {
      return halted != null && position.compareTo(halted) >= 0;
    }

    private Set<Place> parked() {
      return queues.parked().stream().map(ParkedEvent::place).collect(Collectors.toSet());
    }

    @Override
    public String toString() {
      return "seed " + seed + ", halted at " + halted;
    }
  }
}
