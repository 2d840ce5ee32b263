package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.Purge.Result;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import io.github.dynamooutbox.relay.redrive.WaysOut.Outcome;
import io.github.dynamooutbox.relay.redrive.WaysOut.Selection;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps an operator from taking events out, and what is done in spite of it. */
class WaysOutObstaclesTest extends RedriveBench {
  private static final Decision DECISION = new Decision("ann", "test data");
  private static final Duration LEASED = Duration.ofMinutes(1);
  private static final Why CHANGED =
      new Why("CHANGED", "the queue was changed meanwhile: try again");

  private static final Purge.Watch ALWAYS =
      new Purge.Watch() {
        @Override
        public boolean goesOn() {
          return true;
        }

        @Override
        public void discarded(int events) {}
      };

  /** What happens just before a step, once. */
  private final Map<String, Runnable> before = new HashMap<>();

  private final ModelQueueTable table =
      queues.table(
          new Steps() {
            @Override
            public <T> CompletionStage<T> step(String what, Supplier<T> step) {
              return queues.step(
                  what,
                  () -> {
                    Optional.ofNullable(before.remove(what)).ifPresent(Runnable::run);
                    return step.get();
                  });
            }
          });

  private final WaysOut waysOut = open(table).waysOut(table);

  @Test
  void endsWhereSomebodyElseChangedTheQueue() {
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    before.put("take out", () -> queues.deleteByHand(OWN));

    assertThat(join(waysOut.discard("cli", all(), DECISION, LEASED)))
        .isEqualTo(new Outcome(0, Optional.of(CHANGED), Optional.empty()));
  }

  @Test
  void takesEventsOutOfAQueueThatARedriveHasLeftClosed() {
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    queues.atOnce().close(OWN, new Closing(Instant.MAX, "redrive/1"));

    assertThat(join(waysOut.discard("cli", all(), DECISION, LEASED)).events()).isEqualTo(1);

    assertThat(queues.stored(OWN)).isEmpty();
  }

  @Test
  void readsNoEventsOfQueuesThatAreNotHeld() {
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);

    join(waysOut.discard("cli", all(), DECISION, LEASED));

    assertThat(queues.times("state")).isEqualTo(3);
    assertThat(queues.times("read")).isEqualTo(1);
  }

  @Test
  void sendsNothingThatItCannotRead() {
    StreamRecord malformed = Records.malformed(1, "a", 1);
    park(OWN, LANE, ParkReason.MALFORMED, malformed, -1);
    String why =
        Records.CODEC
            .decode(malformed.newImage().orElseThrow())
            .fold(decoded -> "", newer -> "", each -> each.message());

    assertThat(join(waysOut.send("cli", all(), "feed", DECISION, LEASED)))
        .isEqualTo(new Outcome(0, Optional.of(new Why("MALFORMED", why)), Optional.empty()));

    assertThat(feed.requests).isEmpty();
    assertThat(queues.stored(OWN)).hasSize(1);
  }

  /** Each answer, and what is told of it; the second event of the record is not sent then. */
  @Test
  void saysWhyTheOtherTargetDidNotTakeAnEvent() {
    park(OWN, LANE, ParkReason.MALFORMED, order(1, 1, 2), -1);
    Map<BatchOutcome, Why> answers =
        Map.of(
            BatchOutcome.all(1, DOWN),
            new Why("Down", "is down"),
            BatchOutcome.all(1, new Rejected("Bad", "is bad")),
            new Why("Bad", "is bad"),
            new RequestRefused("Denied", "is denied"),
            new Why("Denied", "is denied"),
            new PerEntry(List.of()),
            new Why("INCOMPLETE_ANSWER", "no outcome for the entry"));
    answers.forEach(
        (answer, why) -> {
          feed.requests.clear();
          feed.always(entries -> answer);
          assertThat(join(waysOut.send("cli", all(), "feed", DECISION, LEASED)))
              .isEqualTo(new Outcome(0, Optional.of(why), Optional.empty()));
          assertThat(feed.requests).containsExactly(List.of("a-1.0"));
        });
    assertThat(queues.stored(OWN)).hasSize(1);
  }

  @Test
  void sendsNothingThatTheOtherTargetCannotTake() {
    String id = "x".repeat(10_000);
    park(OWN, LANE, ParkReason.REJECTED, Records.order(1, id, 1, Instant.EPOCH, 1), 0);
    Why why = new Why("TOO_LARGE", Records.data(id + "-1.0").length() + " bytes");

    assertThat(join(waysOut.send("cli", all(), "feed", DECISION, LEASED)))
        .isEqualTo(new Outcome(0, Optional.of(why), Optional.empty()));

    assertThat(feed.requests).isEmpty();
    assertThat(queues.stored(OWN)).hasSize(1);
  }

  @Test
  void sendsNothingToTheTargetThatItIsParkedFor() {
    assertThatThrownBy(() -> waysOut.send("cli", all(), "bus", DECISION, LEASED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("to: \"bus\" is not another target of this relay");
  }

  @Test
  void purgeSaysWhichPartItLeftAndPurgesTheOthers() {
    lanesOfPart(0, 101).forEach(this::lane);
    lanesOfPart(1, 1).forEach(this::lane);
    QueueName first =
        queues.held().stream().filter(queue -> queue.part() == 0).findFirst().orElseThrow();
    before.put("take out", () -> queues.deleteByHand(first));

    assertThat(purge()).isEqualTo(new Result(1, 1, Map.of(0, CHANGED), Map.of(), true));

    assertThat(queues.parked()).as("nothing behind it").hasSize(100);
  }

  @Test
  void purgeReadsNothingMoreOfAPartThatIsBusy() {
    lanesOfPart(0, 201).forEach(this::lane);
    queues.atOnce().lease(0, "redrive", loop.instant(), loop.instant().plusSeconds(600));

    assertThat(purge().events()).isZero();

    assertThat(queues.times("queues")).isEqualTo(QueueName.PARTS);
  }

  /** Of the first or of the second, something is parked while the purge runs. */
  @ParameterizedTest(name = "queue {0}")
  @ValueSource(ints = {0, 1})
  void purgeReleasesTheOneQueueThatItEmptiedBesideAnother(int number) {
    lanesOfPart(0, 2).forEach(this::lane);
    List<QueueName> both = queues.held();
    QueueName.Lane left = (QueueName.Lane) both.get(number);
    CompletableFuture<Result> done = startPurge();
    loop.runFor(Duration.ofMillis(1));
    lane(left.lane());
    loop.runUntil(done::isDone);

    assertThat(done.join().released()).isEqualTo(1);
    assertThat(queues.held()).containsExactly(left);
  }

  @Test
  void purgeReleasesManyQueuesOfAPartAsLongAsThatReleasesMore() {
    lanesOfPart(0, 161).forEach(this::lane);
    queues.latency = Duration.ofMillis(200);

    Result result = purge();

    assertThat(result).isEqualTo(new Result(161, 161, Map.of(), Map.of(), true));
    assertThat(queues.held()).isEmpty();
  }

  /** Each part releases 16 queues at a time. */
  @Test
  void purgeReleasesQueuesOfAllPartsAtTheSameTime() {
    lanesOfPart(0, 100).forEach(this::lane);
    Duration one = purgeTakes();
    lanesOfPart(0, 100).forEach(this::lane);
    lanesOfPart(1, 100).forEach(this::lane);

    assertThat(purgeTakes()).isLessThan(one.multipliedBy(3).dividedBy(2));
  }

  private Duration purgeTakes() {
    Instant start = loop.instant();
    assertThat(purge().isComplete()).isTrue();
    return Duration.between(start, loop.instant());
  }

  private Result purge() {
    CompletableFuture<Result> done = startPurge();
    loop.runUntil(done::isDone);
    return done.join();
  }

  private CompletableFuture<Result> startPurge() {
    return open(table)
        .purge(table, Duration.ofSeconds(1))
        .run("cli", "bus", loop.instant(), DECISION, ALWAYS)
        .toCompletableFuture();
  }

  private static List<LaneKey> lanesOfPart(int part, int number) {
    return IntStream.iterate(0, id -> id + 1)
        .mapToObj(id -> new LaneKey("bus", "Order#" + id))
        .filter(lane -> QueueName.partOf(lane) == part)
        .limit(number)
        .toList();
  }

  /** A lane with one event. */
  private void lane(LaneKey lane) {
    String id = lane.aggregate().substring("Order#".length());
    loop.runFor(Duration.ofMillis(10));
    park(
        new QueueName.Lane(lane),
        lane,
        ParkReason.REJECTED,
        Records.order(Long.parseLong(id) + 1, id, 1, loop.instant(), 1),
        0);
  }

  private static Selection all() {
    return new Selection("bus", "Order#a", new WaysOut.Which.All());
  }

  private <T> T join(CompletionStage<T> stage) {
    loop.runUntil(stage.toCompletableFuture()::isDone);
    return stage.toCompletableFuture().join();
  }
}
