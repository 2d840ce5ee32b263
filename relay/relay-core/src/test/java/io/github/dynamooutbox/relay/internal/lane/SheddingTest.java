package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.MemoryQueues;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.lane.Delivery.FirstAttempts;
import io.github.dynamooutbox.relay.internal.lane.Pace.Answer;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is parked of what waits for a target that keeps others from getting more. */
class SheddingTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualLoop loop = new VirtualLoop();
  private final RelayEnv env =
      new RelayEnv(
          loop,
          loop,
          new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(1)),
          Records.CODEC,
          RelayObserver.NONE,
          new Paces(loop));
  private final List<Delivery> waiting = new ArrayList<>();
  private final List<Delivery> parked = new ArrayList<>();
  private final Shedding shedding =
      new Shedding(
          "bus",
          context(),
          selected -> waiting.stream().filter(selected).toList(),
          (delivery, why) -> parked.add(delivery));

  @Test
  void ofATargetThatTakesANumberASecondItIsEverything() {
    accepts(10, 0);
    Delivery refused = refused("a", 1);
    Delivery unsent = waits("b", 2);
    shedding.shedForOthers();

    assertThat(parked).containsExactly(refused, unsent);
  }

  /** What was not refused may well be accepted, and whoever waits for it waits for no refusal. */
  @Test
  void ofATargetThatTakesAShareOfWhatItIsSentItIsWhatItRefused() {
    accepts(0, 0.2);
    Delivery refused = refused("a", 1);
    waits("b", 2);
    shedding.shedForOthers();

    assertThat(parked).containsExactly(refused);
  }

  @Test
  void ofATargetThatHasFailedAWhileAgoItIsWhatHasWaitedAMoment() {
    accepts(10, 0);
    loop.runFor(SECOND);
    Delivery first = waits("a", 1);
    loop.runFor(SECOND.minusMillis(1));
    waits("b", 2);
    loop.runFor(Duration.ofMillis(1));
    shedding.shedForOthers();

    assertThat(parked).containsExactly(first);
  }

  /** For ten minutes it accepts so many a second, or such a share. */
  private void accepts(int number, double share) {
    for (int second = 0; second < 600; second++) {
      loop.runFor(SECOND);
      int sent = Trial.isLow(loop.instant()) ? 40 : 80;
      int accepted = number + (int) (sent * share);
      env.paces().of("bus").answered(new Answer(accepted, sent - accepted, sent - accepted));
    }
  }

  private Delivery waits(String id, long position) {
    Delivery delivery = LaneFixtures.delivery(id, position);
    delivery.waitsSince(loop.instant());
    waiting.add(delivery);
    return delivery;
  }

  private Delivery refused(String id, long position) {
    Delivery delivery = waits(id, position);
    delivery.sent(loop.instant());
    delivery.failed(new Retry("BUSY", "too much"), new FirstAttempts().now());
    return delivery;
  }

  private LaneContext context() {
    Memory memory = Memory.ofOneRun(Set.of("bus"), Duration.ofMinutes(1), new Random(1), loop);
    MemoryQueues queues = new MemoryQueues(loop, Duration.ZERO);
    Parking parking =
        new Parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)),
            "shard",
            Optional.empty(),
            env.requiredCalls(),
            memory);
    return LaneContext.of(
        env, memory, parking, new Window(1, 1), Receipts.of(Optional.empty(), env));
  }
}
