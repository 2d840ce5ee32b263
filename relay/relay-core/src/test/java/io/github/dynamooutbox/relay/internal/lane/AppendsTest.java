package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What is reported of events that were to be appended, compared with what is in the queues in the
 * end: lanes share queues, which are released now and then, and some events fit into none.
 */
class AppendsTest {
  private static final int RUNS = 300;
  private static final int LANES = 6;

  private final VirtualLoop loop = new VirtualLoop();
  private long position;

  @Test
  void ofEachEventItIsReportedOnceAndInItsOrderWhatBecameOfIt() {
    long seed = System.nanoTime();
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(seed + run);
      AppendedQueues queues = new AppendedQueues(loop, random);
      Parking parking = queues.parking();
      Appends appends = new Appends(parking);
      List<Claim> claims = new ArrayList<>();
      for (int step = random.nextInt(10) + 1; step > 0; step--) {
        for (int i = random.nextInt(4); i > 0; i--) {
          claims.add(add(random, parking, appends));
        }
        queues.releaseSome();
        appends.flush();
        loop.runFor(Duration.ofMillis(random.nextInt(30)));
      }
      for (int i = 0; i <= claims.size(); i++) {
        appends.flush();
        loop.runAll();
      }

      assertThat(queues.mostAtOnce())
          .as("seed %d: appends to a queue at once", seed + run)
          .isLessThanOrEqualTo(1);
      for (Claim claim : claims) {
        claim.assertIsTrue(queues, "seed %d: %s".formatted(seed + run, claim));
      }
    }
  }

  @Test
  void reportsAndStartsNothingOnceItIsClosed() {
    AppendedQueues queues = new AppendedQueues(loop, new Random(1));
    Parking parking = queues.parking();
    Appends appends = new Appends(parking);
    LaneKey lane = new LaneKey("bus", "Order#a");
    QueueName queue = new QueueName.Lane(lane);
    List<Claim> claims = new ArrayList<>();
    for (int large = -1; large < 2; large++) {
      claims.add(new Claim(queue, lane, events(lane, 2, large), parking));
      claims.get(large + 1).addTo(appends, true);
      appends.flush();
    }
    appends.close();
    appends.flush();
    loop.runAll();

    assertThat(queues.stored(queue)).as("what was in flight").hasSize(2);
    assertThat(claims).allSatisfy(claim -> assertThat(claim.ended).isEmpty());
    assertThat(claims).allSatisfy(claim -> assertThat(claim.parked).isZero());
  }

  @Test
  void appendsMuchInPartsAndKeepsWhatIsParkedAlready() {
    AppendedQueues queues = new AppendedQueues(loop, new Random(1));
    Parking parking = queues.parking();
    LaneKey lane = new LaneKey("bus", "Order#a");
    List<ParkedEvent> large = sevenOfWhichTwoAreAppendedAtOnce(lane);
    Claim claim = new Claim(new QueueName.Lane(lane), lane, large, parking);
    Appends appends = new Appends(parking);
    claim.addTo(appends, true);
    List<Integer> parked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      appends.flush();
      loop.runAll();
      parked.add(claim.parked);
    }

    assertThat(parked).containsExactly(2, 4, 6, 7, 7);
    assertThat(queues.stored(new QueueName.Lane(lane))).isEqualTo(large);
  }

  /** It is added again, and would be parked twice. */
  @Test
  void leavesNothingOfALaneToBeAppendedWhoseFirstPartFoundItsQueueReleased() {
    AppendedQueues queues = new AppendedQueues(loop, new Random(1));
    Parking parking = queues.parking();
    LaneKey lane = new LaneKey("bus", "Order#a");
    QueueName queue = new QueueName.Lane(lane);
    Claim claim = new Claim(queue, lane, sevenOfWhichTwoAreAppendedAtOnce(lane), parking);
    Appends appends = new Appends(parking);
    claim.addTo(appends, false);
    for (int i = 0; i < 5; i++) {
      appends.flush();
      loop.runAll();
    }

    assertThat(claim.ended).containsExactly("released");
    assertThat(queues.stored(queue)).isEmpty();
  }

  @Test
  void asksOnceForAnEventThatIsAppendedAloneAndFitsIntoNoQueue() {
    AppendedQueues queues = new AppendedQueues(loop, new Random(1));
    Parking parking = queues.parking();
    LaneKey lane = new LaneKey("bus", "Order#a");
    Claim claim = new Claim(new QueueName.Lane(lane), lane, events(lane, 1, 0), parking);
    Appends appends = new Appends(parking);
    claim.addTo(appends, true);
    appends.flush();
    loop.runAll();

    assertThat(claim.ended).containsExactly(AppendedQueues.why(claim.events.get(0)));
    assertThat(queues.calls()).isOne();
  }

  @Test
  void looksForARecordThatFitsIntoNoQueueOneRecordAfterTheOther() {
    AppendedQueues queues = new AppendedQueues(loop, new Random(1));
    Parking parking = queues.parking();
    LaneKey lane = new LaneKey("bus", "Order#a");
    Item item = Item.of("data", Attribute.string("x"));
    List<ParkedEvent> events = new ArrayList<>();
    for (ParkedEvent event : events(lane, 40, -1)) {
      events.add(new ParkedEvent(event.place(), event.cause(), event.attempts(), item, Set.of()));
    }
    events.addAll(events(lane, 1, 0));
    Claim claim = new Claim(new QueueName.Lane(lane), lane, events, parking);
    Appends appends = new Appends(parking);
    claim.addTo(appends, true);
    appends.flush();
    loop.runAll();

    assertThat(claim.parked).isEqualTo(40);
    assertThat(claim.ended).containsExactly(AppendedQueues.why(events.get(40)));
    assertThat(queues.calls()).isEqualTo(3);
  }

  private Claim add(Random random, Parking parking, Appends appends) {
    LaneKey lane = new LaneKey("bus", "Order#a" + random.nextInt(LANES));
    boolean isBacklog = random.nextBoolean();
    QueueName queue = isBacklog ? new QueueName.Part("bus", 0) : new QueueName.Lane(lane);
    int large = random.nextInt(3) == 0 ? random.nextInt(4) : -1;
    Claim claim = new Claim(queue, lane, events(lane, random.nextInt(4) + 1, large), parking);
    claim.addTo(appends, random.nextBoolean());
    return claim;
  }

  /** Some events of a lane; the one with this index fits into no queue. */
  private List<ParkedEvent> events(LaneKey lane, int count, int large) {
    List<ParkedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      position++;
      ParkReason reason = i == large ? AppendedQueues.TOO_LARGE : ParkReason.BLOCKED;
      events.add(Records.parked(lane, position, position, reason, loop.instant()));
    }
    return events;
  }

  private List<ParkedEvent> sevenOfWhichTwoAreAppendedAtOnce(LaneKey lane) {
    List<ParkedEvent> large = new ArrayList<>();
    for (ParkedEvent event : events(lane, 7, -1)) {
      Item item = Item.of("data", Attribute.string("x".repeat(700_000)));
      large.add(new ParkedEvent(event.place(), event.cause(), event.attempts(), item, Set.of()));
    }
    return large;
  }

  /** Events that were added together, and what was reported of them. */
  private static final class Claim implements Appends.Lane {
    private final QueueName queue;
    private final LaneKey lane;
    private final List<ParkedEvent> events;
    private final Parking parking;
    private final List<String> ended = new ArrayList<>();
    private int parked;

    private Claim(QueueName queue, LaneKey lane, List<ParkedEvent> events, Parking parking) {
      this.queue = queue;
      this.lane = lane;
      this.events = events;
      this.parking = parking;
    }

    void addTo(Appends appends, boolean hold) {
      appends.add(queue, hold, events, this);
    }

    @Override
    public void parked(int count) {
      assertThat(ended).as("nothing is parked behind the end").isEmpty();
      assertThat(queueOf()).as("the queue is known to be held").isTrue();
      parked += count;
    }

    @Override
    public void released() {
      ended.add("released");
    }

    @Override
    public void unparkable(UnparkableException why) {
      ended.add(why.getMessage());
    }

    private boolean queueOf() {
      return queue.isBacklog() || queue.closedLane().filter(parking::isClosed).isPresent();
    }

    void assertIsTrue(AppendedQueues queues, String what) {
      assertThat(queues.stored(queue).stream().filter(events::contains))
          .as(what)
          .containsExactlyElementsOf(events.subList(0, parked));
      if (parked == events.size()) {
        assertThat(ended).as(what).isEmpty();
        return;
      }
      assertThat(ended).as(what).containsExactly(queues.lastAnswer(events.get(parked)));
    }

    @Override
    public String toString() {
      return "%d of %d events of %s to %s, then %s"
          .formatted(parked, events.size(), lane.aggregate(), queue, ended);
    }
  }
}
