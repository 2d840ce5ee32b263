package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Lanes of a backlog that was released, of which a redrive may have moved some to queues of their
 * own: a lane may pass once it was read, unless the backlog was held again meanwhile.
 */
class ParkingTest {
  /** Three lanes of the same backlog. */
  private static final List<LaneKey> LANES =
      Stream.iterate(0, id -> id + 1)
          .map(id -> new LaneKey("bus", "Order#" + id))
          .filter(lane -> QueueName.partOf(lane) == 0)
          .limit(3)
          .toList();

  private static final LaneKey LANE = LANES.get(0);
  private static final LaneKey OTHER = LANES.get(1);
  private static final QueueName BACKLOG = QueueName.Part.of(LANE);

  private final VirtualLoop loop = new VirtualLoop();

  /** Views that were asked for and are not answered yet. */
  private final Deque<CompletableFuture<ParkedView>> views = new ArrayDeque<>();

  private final Parking parking =
      new Parking(
          ParkingPolicy.halt(),
          "shard",
          Optional.of(queues()),
          new RequiredCalls(loop, backoff(), RelayObserver.NONE),
          Memory.ofOneRun(Set.of("bus"), Duration.ofMinutes(1), new Random(1), loop));

  @BeforeEach
  void findTheBacklogReleased() {
    parking.held(BACKLOG);
    released(LANES.get(2));
  }

  @Test
  void aLaneThatWasReadSinceThenPasses() {
    assertThat(parking.queueOf(LANE)).as("not read").contains(BACKLOG);

    answer(refresh(LANE), ParkedView.empty());

    assertThat(parking.queueOf(LANE)).isEmpty();
    assertThat(parking.queueOf(OTHER)).as("not read").contains(BACKLOG);
  }

  @Test
  void whatWasReadBeforeTheBacklogWasHeldAgainSaysNothing() {
    CompletableFuture<ParkedView> before = refresh(LANE);
    parking.held(BACKLOG);
    released(OTHER);

    answer(before, ParkedView.empty());

    assertThat(parking.queueOf(LANE)).contains(BACKLOG);
    assertThat(parking.queueOf(OTHER)).isEmpty();
  }

  @Test
  void whatWasReadBeforeAnyQueueWasHeldSaysNothing() {
    CompletableFuture<ParkedView> before = refresh(LANE);
    parking.held(new QueueName.Lane(OTHER));

    answer(before, ParkedView.empty());

    assertThat(parking.queueOf(LANE)).contains(BACKLOG);
  }

  @Test
  void whatWasKnownBeforeIsNoNews() {
    parking.held(new QueueName.Lane(OTHER));
    CompletableFuture<ParkedView> before = refresh(LANE);
    parking.held(new QueueName.Lane(OTHER));

    answer(before, ParkedView.empty());

    assertThat(parking.queueOf(LANE)).isEmpty();
  }

  @Test
  void aLaneThatIsReadToBeClosedGoesBehindWhatClosedIt() {
    answer(refresh(LANE), new ParkedView(Set.of(), Set.of(LANE), SavedMemory.NONE, Map.of()));

    assertThat(parking.queueOf(LANE)).contains(new QueueName.Lane(LANE));
  }

  private CompletableFuture<ParkedView> refresh(LaneKey lane) {
    parking.refresh(List.of(lane), () -> {});
    return views.removeLast();
  }

  /** An append of this lane finds the backlog released. */
  private void released(LaneKey lane) {
    parking.released(BACKLOG, List.of(lane), () -> {});
    answer(views.removeLast(), ParkedView.empty());
  }

  private void answer(CompletableFuture<ParkedView> asked, ParkedView view) {
    asked.complete(view);
    loop.runAll();
  }

  private static Backoff backoff() {
    return new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1));
  }

  private ParkingQueues queues() {
    return (ParkingQueues)
        Proxy.newProxyInstance(
            ParkingTest.class.getClassLoader(),
            new Class<?>[] {ParkingQueues.class},
            (self, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("view");
              views.addLast(new CompletableFuture<>());
              return views.getLast();
            });
  }
}
