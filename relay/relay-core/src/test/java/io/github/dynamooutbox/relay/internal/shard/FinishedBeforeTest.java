package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FinishedBeforeTest {
  private final FinishedBefore finished = new FinishedBefore(RelayObserver.NONE);

  @Test
  void forgetsWhatProgressHasPassed() {
    finished.addAll(LongStream.rangeClosed(1, 1_000).mapToObj(FinishedBeforeTest::at).toList());

    finished.passed(new StreamPosition("990"));
    assertThat(finished.size()).isEqualTo(11);

    finished.passed(new StreamPosition("1001"));
    assertThat(finished.size()).isZero();
  }

  @Test
  void keepsEachDeliveryOfAPosition() {
    StreamPosition position = new StreamPosition("7");
    finished.addAll(
        List.of(
            new FinishedDelivery(position, new RecordKey("a", "1"), 0, "bus"),
            new FinishedDelivery(position, new RecordKey("a", "1"), 0, "audit"),
            new FinishedDelivery(position, new RecordKey("a", "1"), 1, "bus"),
            new FinishedDelivery(position, new RecordKey("a", "2"), 0, "bus"),
            new FinishedDelivery(position, new RecordKey("b", "1"), 0, "bus")));

    finished.passed(position);
    assertThat(finished.size()).isEqualTo(5);
  }

  @Test
  void leavesOutExactlyWhatEarlierRunsHaveFinished() {
    for (int run = 0; run < 50; run++) {
      RandomGenerator random = new SplittableRandom(run);
      Told told = new Told();
      FinishedBefore asked = new FinishedBefore(told);
      Set<FinishedDelivery> model = new HashSet<>();
      List<String> expected = new ArrayList<>();
      for (int turn = 0; turn < 6; turn++) {
        List<FinishedDelivery> more = Stream.generate(() -> any(random)).limit(turn * 4L).toList();
        model.addAll(more);
        asked.addAll(more);
        for (int i = 0; i < 10; i++) {
          FinishedDelivery delivery = any(random);
          boolean isFinished = model.contains(delivery);
          assertThat(leavesOut(asked, delivery))
              .as("run %d: %s", run, delivery)
              .isEqualTo(isFinished);
          expected.addAll(isFinished ? List.of(delivery.target()) : List.of());
        }
        StreamPosition passed = any(random).position();
        model.removeIf(each -> each.position().compareTo(passed) < 0);
        asked.passed(passed);
      }
      assertThat(told.targets).as("run %d", run).isEqualTo(expected);
    }
  }

  /** Asks as a shard does, and compares with what the record's progress says afterwards. */
  private static boolean leavesOut(FinishedBefore asked, FinishedDelivery delivery) {
    Progress progress = new Progress();
    Progress.Slot slot = progress.track(delivery.position(), Optional.empty()).orElseThrow();
    boolean isWhole =
        delivery.index() == ParkedEvent.WHOLE_RECORD
            && delivery.target().equals(LaneKey.ALL_TARGETS);
    boolean isLeftOut =
        isWhole
            ? asked.asAWhole(
                Incoming.unreadable(
                    slot, new Decoded.Poison(delivery.record(), "a", Item.empty(), "")))
            : asked.leavesOut(() -> delivery, slot);
    assertThat(progress.rest().finished()).isEqualTo(isLeftOut ? List.of(delivery) : List.of());
    return isLeftOut;
  }

  /** One of few: most differ from another one in a single component. */
  private static FinishedDelivery any(RandomGenerator random) {
    return new FinishedDelivery(
        new StreamPosition(Integer.toString(9 + random.nextInt(3))),
        new RecordKey("p" + random.nextInt(2), "s" + random.nextInt(2)),
        random.nextInt(2) - 1,
        random.nextBoolean() ? LaneKey.ALL_TARGETS : "bus");
  }

  private static final class Told implements RelayObserver {
    private final List<String> targets = new ArrayList<>();

    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.FinishedBefore it) {
        targets.add(it.target());
      }
    }
  }

  private static FinishedDelivery at(long position) {
    return new FinishedDelivery(
        new StreamPosition(Long.toString(position)), new RecordKey("a", "1"), 0, "bus");
  }
}
