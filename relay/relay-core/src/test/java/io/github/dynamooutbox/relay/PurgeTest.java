package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.Purge.Found;
import io.github.dynamooutbox.relay.redrive.Purge.Result;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PurgeTest extends RedriveBench {
  private static final Decision DECISION = new Decision("ann", "bus is gone");

  private final Waiting watch = new Waiting(Integer.MAX_VALUE);

  /** Goes on until so many are discarded. */
  private static class Waiting implements Purge.Watch {
    private final int most;
    private int discarded;

    private Waiting(int most) {
      this.most = most;
    }

    int watched() {
      return discarded;
    }

    @Override
    public boolean goesOn() {
      return discarded < most;
    }

    @Override
    public void discarded(int events) {
      discarded += events;
    }
  }

  @Test
  void goesOnToTheLastPageOfAPart() {
    lanesOfPart(0, 201);

    assertThat(look("bus")).isEqualTo(new Found(201, 402));
    assertThat(purge(watch)).returns(402L, Result::events).returns(201L, Result::released);
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void findsItsQueuesBehindPagesOfQueuesOfOtherTargets() {
    lanesOfPart(0, 201);
    LaneKey lane = laneInPart(0, "feed");
    List<QueueName> own =
        List.of(new QueueName.Lane(lane), QueueName.Part.of(lane), QueueName.Single.of(lane));
    own.forEach(queue -> park(queue, lane, ParkReason.REJECTED, order(1, 1, 2), 0, 1));
    List<QueueName> others = queues.held().stream().filter(each -> !own.contains(each)).toList();

    assertThat(look("feed")).isEqualTo(new Found(3, 6));
    CompletableFuture<Result> done =
        purge().run("cli", "feed", loop.instant(), DECISION, watch).toCompletableFuture();
    loop.runUntil(done::isDone);

    assertThat(done.join()).isEqualTo(new Result(6, 3, Map.of(), Map.of(), true));
    assertThat(queues.held()).isEqualTo(others);
  }

  @Test
  void discardsLanesBacklogsAndSingleEventsOfOneTargetAndReleasesThem() {
    lanes(30);
    backlog(1_000, "x", 1);
    LaneKey single = new LaneKey("bus", "Order#y");
    park(
        QueueName.Single.of(single),
        single,
        ParkReason.REJECTED,
        Records.order(1_001, "y", 1, loop.instant(), 1),
        0);
    LaneKey other = new LaneKey("feed", "Order#1");
    park(new QueueName.Lane(other), other, ParkReason.REJECTED, order(1_002, 1, 1), 0);

    assertThat(look("bus")).isEqualTo(new Found(32, 62));
    Result result = purge(watch);

    assertThat(result.isComplete()).isTrue();
    assertThat(result.events()).isEqualTo(62).isEqualTo(watch.discarded);
    assertThat(result.released()).isEqualTo(32);
    assertThat(queues.held()).containsExactly(new QueueName.Lane(other));
    assertThat(marks("x-1.0")).extracting(WayOut::by).containsExactly("ann");
    assertThat(bus.requests).isEmpty();
  }

  @Test
  void readsTwiceAsMuchForTwiceAsManyQueues() {
    int few = reads(100);
    int many = reads(200);

    assertThat(many).isBetween(few, 2 * few);
    // State and events, and for the release the same, and the events again once it is closed.
    assertThat(many).isLessThanOrEqualTo(5 * 200 + 2 * QueueName.PARTS);
  }

  private int reads(int queued) {
    lanes(queued);
    queues.steps.clear();
    assertThat(purge(watch).released()).isEqualTo(queued);
    return queues.times("queues") + queues.times("state") + queues.times("read");
  }

  @Test
  void goesOnWhereAnotherWasEnded() {
    lanes(50);

    Result first = purge(new Waiting(21));

    assertThat(first.isFinished()).isFalse();
    assertThat(first.events()).isBetween(21L, 21L + QueueName.PARTS * 2);
    assertThat(queues.parked()).hasSize(100 - (int) first.events());
    Result second = purge(watch);
    assertThat(second.isComplete()).isTrue();
    assertThat(first.events() + second.events()).isEqualTo(100);
    assertThat(queues.held()).isEmpty();
  }

  /** Of so many queues that an empty one cannot be released in time, or of a slow table. */
  @Test
  void isNotCompleteWhileAnEmptyQueueIsHeld() {
    lanes(1);
    queues.latency = Duration.ofSeconds(3);

    Result first = purge(watch);

    assertThat(first.events()).isEqualTo(2);
    assertThat(queues.held()).isNotEmpty();
    assertThat(first.isComplete()).isFalse();
    queues.latency = Duration.ofMillis(1);
    assertThat(purge(watch)).returns(true, Result::isComplete).returns(1L, Result::released);
    assertThat(queues.held()).isEmpty();
  }

  /** The table is slow until the time for a release is over. */
  @Test
  void goesOnReleasingWhereOneTimeWasEnoughForSome() {
    lanesOfPart(0, 40);
    Waiting slowing =
        new Waiting(Integer.MAX_VALUE) {
          @Override
          public void discarded(int events) {
            super.discarded(events);
            if (watched() == 80) {
              queues.latency = Duration.ofMillis(1_200);
              loop.schedule(Duration.ofSeconds(13), () -> queues.latency = Duration.ofMillis(7));
            }
          }
        };

    assertThat(purge(slowing)).isEqualTo(new Result(80, 40, Map.of(), Map.of(), true));
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void leavesWhatIsParkedWhileItRuns() {
    QueueName own = new QueueName.Lane(LANE);
    park(own, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    CompletableFuture<Result> done = start(watch);
    loop.runFor(Duration.ofMillis(1));
    park(own, LANE, ParkReason.BEHIND, order(2, 2, 1), 0);
    loop.runUntil(done::isDone);

    assertThat(done.join()).returns(1L, Result::events).returns(true, Result::isComplete);
    assertThat(queues.parked()).hasSize(1);
    assertThat(queues.held()).containsExactly(own);
  }

  @Test
  void saysWhichPartsAreBusyAndPurgesTheOthers() {
    lanes(50);
    int part = new QueueName.Lane(LANE).part();
    long there = queues.held().stream().filter(queue -> queue.part() == part).count();
    queues.atOnce().lease(part, "the function", loop.instant(), loop.instant().plusSeconds(600));

    Result result = purge(watch);

    assertThat(result.busy()).containsOnlyKeys(part);
    assertThat(result.isComplete()).isFalse();
    assertThat(result.released()).isEqualTo(50 - there);
    assertThat(queues.held()).hasSize((int) there).allMatch(queue -> queue.part() == part);
  }

  /** Lanes with two events each, over all parts. */
  private void lanes(int number) {
    IntStream.range(0, number).forEach(id -> lane(laneOf(id)));
  }

  private void lanesOfPart(int part, int number) {
    lanesOfPart(part, "bus").limit(number).forEach(this::lane);
  }

  private static LaneKey laneInPart(int part, String target) {
    return lanesOfPart(part, target).findFirst().orElseThrow();
  }

  private static Stream<LaneKey> lanesOfPart(int part, String target) {
    return IntStream.iterate(0, id -> id + 1)
        .mapToObj(id -> new LaneKey(target, "Order#" + id))
        .filter(lane -> QueueName.partOf(lane) == part);
  }

  private static LaneKey laneOf(int id) {
    return new LaneKey("bus", "Order#" + id);
  }

  private void lane(LaneKey lane) {
    loop.runFor(Duration.ofMillis(10));
    QueueName queue = new QueueName.Lane(lane);
    String id = lane.aggregate().substring("Order#".length());
    long position = Long.parseLong(id);
    park(queue, lane, ParkReason.REJECTED, Records.order(position, id, 1, loop.instant(), 1), 0);
    park(queue, lane, ParkReason.BEHIND, Records.order(position, id, 2, loop.instant(), 1), 0);
  }

  private Found look(String target) {
    CompletableFuture<Found> found = purge().look(target).toCompletableFuture();
    loop.runUntil(found::isDone);
    return found.join();
  }

  private Result purge(Waiting watch) {
    CompletableFuture<Result> done = start(watch);
    loop.runUntil(done::isDone);
    return done.join();
  }

  private CompletableFuture<Result> start(Waiting watch) {
    return purge().run("cli", "bus", loop.instant(), DECISION, watch).toCompletableFuture();
  }

  private Purge purge() {
    return open(queues.table()).purge(queues.table(), Duration.ofSeconds(1));
  }

  private List<WayOut> marks(String eventId) {
    return queues.atOnce().of(eventId).toCompletableFuture().join();
  }
}
