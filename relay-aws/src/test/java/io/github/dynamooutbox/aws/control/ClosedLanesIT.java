package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How closed lanes are found, and at what cost. */
class ClosedLanesIT {
  private static final int MANY = 300;

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final Queue<String> requests = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void start() {
    List<CompletionStage<Void>> parked = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      parked.add(table.of("many").parkingLot().park(Parked.event(lane(i), 7, 0)));
    }
    parked.forEach(LocalControlTable::get);
  }

  @Test
  void oneRequestTellsThatNoLaneIsClosed() {
    assertThat(closed("none", lanes(0, 1500))).isEmpty();
    assertThat(requests).containsExactly("query");
  }

  @Test
  void oneRequestFindsAllClosedLanesOfALargeBatch() {
    assertThat(closed("many", lanes(200, 1200))).isEqualTo(lanes(200, MANY));
    assertThat(requests).containsExactly("query");
  }

  @Test
  void smallBatchReadsLittleOfWhatIsClosed() {
    assertThat(closed("many", Set.of(lane(17), lane(MANY), lane(250))))
        .containsExactlyInAnyOrder(lane(17), lane(250));
    assertThat(requests).containsExactly("query", "batchGetItem");
  }

  @Test
  void everyBatchGetsExactlyItsClosedLanes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      List<Integer> all = new ArrayList<>(IntStream.range(0, 2 * MANY).boxed().toList());
      Collections.shuffle(all, random);
      List<Integer> asked = all.subList(0, 1 + random.nextInt(12));
      Set<LaneKey> expected = new HashSet<>();
      asked.stream().filter(i -> i < MANY).forEach(i -> expected.add(lane(i)));

      assertThat(closed("many", new HashSet<>(asked.stream().map(ClosedLanesIT::lane).toList())))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(expected);
    }
  }

  @Test
  void allClosedLanesAreListed() {
    List<ParkedLane> lanes = get(table.of("many").parkedLanes().lanes());
    assertThat(lanes)
        .extracting(ParkedLane::lane)
        .containsExactlyInAnyOrderElementsOf(lanes(0, MANY));
    assertThat(lanes).extracting(ParkedLane::count).containsOnly(1L);
  }

  @Test
  void lanesThatAreClosedAtOnceAreAllClosed() {
    ControlTable control = table.of("at once");
    List<CompletableFuture<Void>> parked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      parked.add(control.parkingLot().park(Parked.event(lane(i), 7, 0)).toCompletableFuture());
    }
    parked.forEach(LocalControlTable::get);
    assertThat(closed("at once", lanes(0, 200))).isEqualTo(lanes(0, 100));
  }

  private Set<LaneKey> closed(String stream, Set<LaneKey> lanes) {
    requests.clear();
    return get(
        table.of(stream, Interposed.noting(table.client(), requests)).parkingLot().closed(lanes));
  }

  private static Set<LaneKey> lanes(int from, int to) {
    Set<LaneKey> lanes = new HashSet<>();
    IntStream.range(from, to).forEach(i -> lanes.add(lane(i)));
    return lanes;
  }

  private static LaneKey lane(int i) {
    return new LaneKey(i % 2 == 0 ? "bus" : "audit", "Order#" + i);
  }
}
