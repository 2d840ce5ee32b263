package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is left of a shard that is closed, or ended by an error. */
class ShardRelayEndTest extends BusBench {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ZERO);

  @Test
  void anErrorEndsAllThatIsUnderWayAndLetsNobodyWait() {
    AtomicBoolean answers = new AtomicBoolean(true);
    Told failing =
        new Told() {
          @Override
          public void observe(RelayEvent event) {
            super.observe(event);
            if (event instanceof RelayEvent.ControlFailed && control.size() == 2) {
              throw new InternalError();
            }
          }
        };
    target.latency(Duration.ofMinutes(1));
    ShardRelay shard =
        builder(Rule.all("bus")).observer(failing).parking(parking(answers)).build().open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(SECOND);
    assertThat(target.requests).hasSize(1);

    // Four of them look up their lanes, in vain, and the last waits for room.
    answers.set(false);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (int position = 2; position <= 6; position++) {
      waiting.add(shard.submit(List.of(order(position, "b" + position))).toCompletableFuture());
    }
    waiting.add(shard.settled().toCompletableFuture());
    assertThatThrownBy(() -> loop.runFor(SECOND)).isInstanceOf(InternalError.class);
    assertThat(waiting).allMatch(CompletableFuture::isDone);

    answers.set(true);
    loop.runAll();
    assertThat(failing.control).hasSize(2);
    assertThat(target.requests).hasSize(1);
    assertThat(target.cancelled).isOne();
    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void anErrorIsToldOnceThereIsAPositionFromWhichToContinue() {
    Told failing =
        new Told() {
          @Override
          public void observe(RelayEvent event) {
            super.observe(event);
            if (event instanceof RelayEvent.Skipped) {
              throw new InternalError();
            }
          }
        };
    ShardRelay shard = builder(Rule.all("bus")).observer(failing).build().open("shard");
    shard.submit(List.of(Records.business(1)));
    assertThatThrownBy(() -> loop.runFor(SECOND)).isInstanceOf(InternalError.class);
    assertThat(failing.halts).isEmpty();

    shard.submit(List.of(order(2, "a")));
    shard.submit(List.of(order(3, "a")));
    loop.runFor(SECOND);

    assertThat(failing.halts)
        .singleElement()
        .asString()
        .startsWith(
            "2 INTERNAL relaying the shard failed because of a bug in the relay or a fault of its"
                + " process: InternalError at ");
  }

  @Test
  void takesNothingOnceItIsClosed() {
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard-7");
    CompletionStage<Optional<StreamPosition>> closed = shard.close();

    assertThat(shard.submit(List.of(order(1, "a")))).isCompleted();
    assertThat(shard.close()).isSameAs(closed);
    loop.runAll();

    assertThat(closed).isCompletedWithValue(Optional.empty());
    assertThat(target.requests).isEmpty();
    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(shard).hasToString("relay of shard-7");
  }

  @Test
  void theNextRunKnowsThatATargetHasJustBegunToFail() {
    target.always(entries -> BatchOutcome.all(entries.size(), new Retry("DOWN", "no")));
    ShardRelay shard =
        builder(Rule.all("bus")).parking(parking(new AtomicBoolean(true))).build().open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofMillis(20));
    assertThat(target.requests).isNotEmpty();

    close(shard);

    assertThat(QueueEvents.get(queues.atOnce().view("shard", List.of())).memory().circuits())
        .containsOnlyKeys("bus");
  }

  private ParkingPolicy parking(AtomicBoolean answers) {
    Steps steps =
        new Steps() {
          @Override
          public <T> CompletionStage<T> step(String what, Supplier<T> step) {
            return answers.get()
                ? queues.step(what, step)
                : CompletableFuture.failedStage(new IllegalStateException("no rights"));
          }
        };
    return new ParkingPolicy(Optional.of(queues.table(steps)), true, Optional.empty());
  }
}
