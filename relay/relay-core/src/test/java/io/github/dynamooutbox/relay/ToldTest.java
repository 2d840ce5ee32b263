package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** All that an observer and a book of receipts are told, whatever becomes of events. */
class ToldTest extends ShardBench {
  private static final List<Rule> RULES =
      List.of(
          Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus", "feed"),
          Rule.dropping("{\"type\":[\"Noise\"]}"));

  private final ScriptedTarget bus = target("bus", true);
  private final ScriptedTarget feed = target("feed", false);
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(1));
  private final MemoryAhead ahead = new MemoryAhead();
  private final List<String> told = new ArrayList<>();
  private final List<Receipt> receipts = new ArrayList<>();
  private boolean receiptsFail;

  @Test
  void tellsOfAnEventThatIsPublished() {
    relay(order(1, "a"));

    assertThat(told)
        .containsExactly(
            "batchSent bus 1 14",
            "batchSent feed 1 14",
            "answered bus PT0.01S",
            "published bus a-1.0 PT0.011S",
            "answered feed PT0.01S",
            "published feed a-1.0 PT0.011S");
    assertThat(receipts()).containsExactly("a-1.0 to [bus, feed]: [bus, feed]");
  }

  @Test
  void tellsOfAnEventThatIsSentAgainAndThenRejectedAndParked() {
    bus.next(ParkingBench.answer(new Retry("SLOW_DOWN", "later")))
        .next(ParkingBench.answer(new Rejected("BAD", "never")));
    relay(order(1, "a"), order(2, "a"));

    assertThat(toldOf("bus"))
        .containsExactly(
            "batchSent bus 1 14",
            "answered bus PT0.01S",
            "retried bus a-1.0 SLOW_DOWN later",
            "batchSent bus 1 14",
            "answered bus PT0.01S",
            "rejected bus a-1.0 BAD never",
            "parked bus a-1.0 REJECTED BAD never",
            "parked bus a-2.0 BEHIND BEHIND its lane is closed");
    assertThat(receipts())
        .containsExactlyInAnyOrder("a-1.0 to [bus, feed]: [feed]", "a-2.0 to [bus, feed]: [feed]");
  }

  @Test
  void tellsOfWhatIsParkedForAllTargets() {
    relay(
        Records.record(1, "Order", "a", 1, loop.instant(), 1, "Unknown"),
        order(2, "a"),
        Records.malformed(3, "b", 3));

    assertThat(told)
        .containsExactlyInAnyOrder(
            "parked * a-1.0 UNROUTABLE UNROUTABLE no rule matches event a-1.0 of type Unknown:"
                + " add a rule that publishes it, or one that drops it",
            "parked * a-2.0 BEHIND BEHIND its lane is closed",
            "parkedUnreadable 3");
    assertThat(receipts()).isEmpty();
  }

  @Test
  void tellsOfWhatItDoesNotPublish() {
    relay(
        Records.business(1),
        Records.record(2, "Order", "a", 2, loop.instant(), 1, "Noise"),
        Records.record(3, Heartbeats.AGGREGATE_TYPE, "t", 3, loop.instant(), 1, "Heartbeat"));

    assertThat(told)
        .containsExactly("skipped NOT_OURS", "skipped DROPPED", "heartbeat t-3.0 PT0.001S");
    assertThat(receipts()).containsExactly("a-2.0 to []: []", "t-3.0 to []: []");
  }

  @Test
  void tellsOfWhatAnEarlierRunHasFinished() {
    StreamRecord first = order(2, "a");
    finished(first, "bus");
    relay(order(1, "b"), first);

    assertThat(told).containsOnlyOnce("finishedBefore bus");
    assertThat(toldOf("a-2.0")).containsExactly("published feed a-2.0 PT0.021S");
    assertThat(receipts()).contains("a-2.0 to [bus, feed]: [feed]");
  }

  @Test
  void passesNothingWhoseReceiptIsNotWrittenThoughItIsNotPublished() {
    receiptsFail = true;
    finished(order(3, "a"), "bus");
    finished(order(3, "a"), "feed");
    for (StreamRecord record :
        List.of(
            Records.record(1, "Order", "a", 1, loop.instant(), 1, "Noise"),
            Records.record(2, Heartbeats.AGGREGATE_TYPE, "t", 2, loop.instant(), 1, "Heartbeat"),
            order(3, "a"))) {
      ShardRelay shard = open();
      shard.submit(List.of(record));
      loop.runFor(Duration.ofSeconds(10));

      assertThat(shard.firstUnfinished()).contains(record.position());
      close(shard);
    }
  }

  private void relay(StreamRecord... records) {
    ShardRelay shard = open();
    shard.submit(List.of(records));
    settle(shard);
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  /** With a window of one event: each leaves as much room as it took. */
  private ShardRelay open() {
    return Relay.builder(List.of(bus, feed), RULES, loop)
        .clock(loop)
        .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
        .finishedAhead(ahead)
        .receipts(
            receipt -> {
              if (receiptsFail) {
                return CompletableFuture.failedStage(new IllegalStateException("no"));
              }
              receipts.add(receipt);
              return CompletableFuture.completedStage(null);
            })
        .window(1, 1)
        .observer(this::told)
        .build()
        .open("shard");
  }

  private void told(RelayEvent event) {
    String name = event.getClass().getSimpleName();
    told.add(
        name.substring(0, 1).toLowerCase(Locale.ROOT)
            + name.substring(1)
            + DistinctValues.components((Record) event).values().stream()
                .map(each -> ' ' + said(each))
                .collect(Collectors.joining()));
  }

  private static String said(Object argument) {
    if (argument instanceof Envelope envelope) {
      return envelope.event().id();
    }
    if (argument instanceof ParkedEvent event) {
      return event.place().position().toString();
    }
    return argument instanceof ParkedEvent.Cause cause
        ? cause.reason() + " " + cause.code() + ' ' + cause.message()
        : argument.toString();
  }

  private List<String> toldOf(String what) {
    return told.stream().filter(each -> each.contains(what)).toList();
  }

  /** What the receipts say, one line for each event in each. */
  private List<String> receipts() {
    return receipts.stream()
        .flatMap(receipt -> receipt.events().stream())
        .map(
            each ->
                "%s to %s: %s"
                    .formatted(
                        each.id(),
                        new TreeSet<>(each.routed().orElseThrow()),
                        new TreeSet<>(each.published())))
        .toList();
  }

  private ScriptedTarget target(String name, boolean ordered) {
    return new ScriptedTarget(name, ordered, new BatchLimits(10, 10_000, 2), loop);
  }

  private StreamRecord order(long position, String id) {
    return Records.order(position, id, position, loop.instant(), 1);
  }

  /** An earlier run has finished this for a target. */
  private void finished(StreamRecord record, String target) {
    RecordKey key =
        new RecordKey(record.keys().get("PK").string(), record.keys().get("SK").string());
    ahead.save(record.position(), List.of(new FinishedDelivery(record.position(), key, 0, target)));
  }
}
