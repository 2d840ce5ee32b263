package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueName.Part;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What follows for a shard from queues that a redrive has emptied. */
class ReleasedQueuesTest {
  private static final int REMEMBERED = 10_000;
  private static final LaneKey A = LaneFixtures.lane("a");
  private static final Part BACKLOG = Part.of(A);

  /** Lanes of the same backlog. */
  private static final List<LaneKey> LANES =
      IntStream.iterate(0, number -> number + 1)
          .mapToObj(number -> LaneFixtures.lane("a" + number))
          .filter(lane -> Part.of(lane).equals(BACKLOG))
          .limit(REMEMBERED + 10)
          .toList();

  private static final LaneKey B = LANES.get(0);

  private final VirtualLoop loop = new VirtualLoop();
  private final AppendedQueues queues = new AppendedQueues(loop, new Random(1));
  private final Parking parking = queues.parking();

  @BeforeEach
  void aBacklogIsHeld() {
    queues.hold(BACKLOG);
    refresh(A);
    assertThat(parking.queueOf(A)).contains(BACKLOG);
  }

  @Test
  void soManyLanesAreRememberedAndTheOthersAreReadAgain() {
    queues.release(BACKLOG);
    released(A);
    refresh(LANES.toArray(LaneKey[]::new));

    assertThat(LANES).filteredOn(lane -> parking.queueOf(lane).isEmpty()).hasSize(REMEMBERED - 1);
    LaneKey last = LANES.get(LANES.size() - 1);
    assertThat(parking.queueOf(last)).contains(BACKLOG);
    released(last);
    assertThat(parking.queueOf(last)).isEmpty();
    assertThat(parking.queueOf(B)).as("it begins anew").contains(BACKLOG);
  }

  @Test
  void aRedriveThatHasEmptiedABacklogHasFoundItsTargetUp() {
    for (int second = 0; second <= 60; second++) {
      queues.memory.circuits().failed("bus", loop.instant(), "DOWN");
      loop.runFor(Duration.ofSeconds(1));
    }
    assertThat(queues.memory.circuits().state("bus")).isEqualTo(State.OPEN);
    queues.release(BACKLOG);
    released(A);
    assertThat(queues.memory.circuits().state("bus")).isEqualTo(State.HALF_OPEN);

    queues.memory.circuits().failed("bus", loop.instant(), "DOWN");
    released(B);
    assertThat(queues.memory.circuits().state("bus"))
        .as("that is known already")
        .isEqualTo(State.OPEN);
    parking.held(BACKLOG);
    released(A);
    assertThat(queues.memory.circuits().state("bus")).as("this is news").isEqualTo(State.HALF_OPEN);
  }

  @Test
  void aBacklogOfATargetThatIsNoLongerConfiguredIsReleasedAsWell() {
    LaneKey removed = new LaneKey("removed", A.aggregate());
    queues.hold(Part.of(removed));
    refresh(removed);
    assertThat(parking.queueOf(removed)).contains(Part.of(removed));
    queues.release(Part.of(removed));
    parking.released(Part.of(removed), List.of(removed), () -> {});
    loop.runAll();

    assertThat(parking.queueOf(removed)).isEmpty();
  }

  @Test
  void anAggregateThatIsReopenedForAllTargetsMayBeClosedForEach() {
    LaneKey all = AggregateHolds.lane(A.aggregate());
    parking.held(new QueueName.Lane(all));
    LaneKey other = new LaneKey("other", A.aggregate());
    queues.hold(new QueueName.Lane(other));
    queues.viewed.clear();
    List<String> then = new ArrayList<>();
    parking.released(new QueueName.Lane(all), List.of(all), () -> then.add("then"));
    loop.runAll();

    assertThat(queues.viewed).containsExactly(Set.of(all, A, other));
    assertThat(parking.isClosed(all)).isFalse();
    assertThat(parking.isClosed(other)).isTrue();
    assertThat(then).containsExactly("then");
  }

  private void refresh(LaneKey... lanes) {
    parking.refresh(List.of(lanes), () -> {});
    loop.runAll();
  }

  private void released(LaneKey lane) {
    parking.released(BACKLOG, List.of(lane), () -> {});
    loop.runAll();
  }
}
