package io.github.dynamooutbox.relay.internal.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince.Failing;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailingSinceTest {
  private static final Optional<Boolean> TOO_FEW = Optional.empty();
  private static final Optional<Boolean> OTHERS_PASS = Optional.of(true);

  private final VirtualLoop loop = new VirtualLoop();
  private SavedMemory memory = SavedMemory.NONE;
  private int writes;

  @Test
  void anotherRunKnowsSinceWhenAndThatOthersPass() {
    Instant start = loop.instant();
    FailingSince first = open();
    first.failed(delivery(1), Optional.of(true));
    first.close();
    loop.runFor(Duration.ofMinutes(1));
    FailingSince second = open();

    assertThat(second.failed(delivery(1), TOO_FEW)).isEqualTo(new Failing(start, true));
    assertThat(second.failed(delivery(2), TOO_FEW)).isEqualTo(new Failing(loop.instant(), false));
  }

  @Test
  void whatARunSeesItselfCountsMoreThanWhatItWasTold() {
    FailingSince first = open();
    first.failed(delivery(1), Optional.of(true));
    first.close();
    FailingSince second = open();

    assertThat(second.failed(delivery(1), Optional.of(false)).othersPass()).isFalse();
  }

  @Test
  void whatNobodyTriedForLongFailsForTheFirstTime() {
    FailingSince first = open();
    first.failed(delivery(1), Optional.of(true));
    first.close();
    loop.runFor(Duration.ofMinutes(6));
    FailingSince second = open();

    assertThat(second.failed(delivery(1), TOO_FEW)).isEqualTo(new Failing(loop.instant(), false));
  }

  @Test
  void writesNothingWhileNothingFails() {
    FailingSince run = open();
    run.finished(delivery(1));
    run.failed(delivery(2), TOO_FEW);
    run.finished(delivery(2));
    run.close();

    assertThat(writes).isZero();
  }

  @Test
  void whatIsFinishedInTheEndIsTakenOut() {
    FailingSince first = open();
    first.failed(delivery(1), OTHERS_PASS);
    first.failed(delivery(2), OTHERS_PASS);
    first.close();
    FailingSince second = open();
    second.finished(delivery(1));
    second.close();

    assertThat(memory.failing()).hasSize(1);
  }

  @Test
  void writesNothingWhileNoneOfTheTargetPass() {
    FailingSince run = open();
    for (int i = 0; i < 150; i++) {
      run.failed(delivery(1), Optional.of(false));
      run.failed(delivery(2), TOO_FEW);
      loop.runFor(Duration.ofSeconds(1));
    }
    run.close();

    assertThat(writes).isZero();
  }

  @Test
  void countsAnewWhenOthersNoLongerPass() {
    FailingSince first = open();
    first.failed(delivery(1), OTHERS_PASS);
    first.close();
    FailingSince second = open();
    second.failed(delivery(1), Optional.of(false));
    second.close();

    assertThat(memory.failing()).isEmpty();
  }

  @Test
  void keepsWhatFailsAgainAfterItWasTakenOut() {
    FailingSince run = open();
    run.failed(delivery(1), OTHERS_PASS);
    run.close();
    FailingSince again = open();
    again.finished(delivery(1));
    again.failed(delivery(1), OTHERS_PASS);
    again.close();
    again.close();

    assertThat(memory.failing()).hasSize(1);
  }

  @Test
  void allRunsThatShareAnItemKeepNoMoreThanFits() {
    for (int shard = 0; shard < 12; shard++) {
      FailingSince run = open();
      for (int i = 1; i <= 50; i++) {
        run.failed(delivery(100 * shard + i), OTHERS_PASS);
      }
      run.close();
    }

    assertThat(memory.failing()).hasSize(500);
    Instant start = loop.instant();
    for (int minute = 1; minute <= 6; minute++) {
      loop.runFor(Duration.ofMinutes(1));
      FailingSince oneOfThem = open();
      assertThat(oneOfThem.failed(delivery(1), TOO_FEW).since()).isEqualTo(start);
      oneOfThem.close();
    }
  }

  @Test
  void takesOutManyInSmallWrites() {
    for (int shard = 0; shard < 5; shard++) {
      FailingSince run = open();
      for (int i = 1; i <= 50; i++) {
        run.failed(delivery(100 * shard + i), OTHERS_PASS);
      }
      run.close();
    }
    loop.runFor(Duration.ofMinutes(61));
    open().close();

    assertThat(memory.failing()).hasSize(150);
    open().close();
    open().close();
    assertThat(memory.failing()).isEmpty();
  }

  @Test
  void whatAShardHasLeftBehindIsTakenOutByAnotherOne() {
    FailingSince first = open();
    first.failed(delivery(1), OTHERS_PASS);
    first.close();
    assertThat(memory.failing()).hasSize(1);
    loop.runFor(Duration.ofMinutes(61));
    open().close();

    assertThat(memory.failing()).isEmpty();
  }

  @Test
  void aProcessThatIsKilledLosesAMinute() {
    Instant start = loop.instant();
    FailingSince killed = open();
    for (int i = 0; i < 150; i++) {
      killed.failed(delivery(1), Optional.of(true));
      loop.runFor(Duration.ofSeconds(1));
    }

    assertThat(writes).isEqualTo(2);
    assertThat(open().failed(delivery(1), TOO_FEW)).isEqualTo(new Failing(start, true));
  }

  @Test
  void keepsTheOldestOfMany() {
    FailingSince run = open();
    for (int i = 1; i <= 60; i++) {
      run.failed(delivery(i), OTHERS_PASS);
      loop.runFor(Duration.ofMillis(1));
    }
    run.close();

    assertThat(memory.failing()).hasSize(50);
    assertThat(open().failed(delivery(50), TOO_FEW).since()).isBefore(loop.instant());
    assertThat(open().failed(delivery(51), TOO_FEW).since()).isEqualTo(loop.instant());
  }

  @Test
  void twoDeliveriesThatDifferInAnythingAreTwo() {
    FailingSince first = open();
    first.failed(delivery("1", "p", "s", 0, "bus"), OTHERS_PASS);
    first.close();
    Instant start = loop.instant();
    loop.runFor(Duration.ofMinutes(1));
    FailingSince second = open();

    for (FinishedDelivery other :
        List.of(
            delivery("2", "p", "s", 0, "bus"),
            delivery("1", "q", "s", 0, "bus"),
            delivery("1", "p", "t", 0, "bus"),
            delivery("1", "p", "s", 1, "bus"),
            delivery("1", "p", "s", 0, "feed"))) {
      assertThat(second.failed(other, TOO_FEW).since()).as("%s", other).isEqualTo(loop.instant());
    }
    assertThat(second.failed(delivery("1", "p", "s", 0, "bus"), TOO_FEW).since()).isEqualTo(start);
  }

  private static FinishedDelivery delivery(
      String position, String partition, String sort, int index, String target) {
    return new FinishedDelivery(
        new StreamPosition(position), new RecordKey(partition, sort), index, target);
  }

  private FailingSince open() {
    FailingSince run =
        new FailingSince(
            Duration.ofMinutes(5),
            loop,
            (change, durable) -> {
              writes++;
              memory = memory.after(change);
            });
    run.restore(memory.failing());
    return run;
  }

  private static FinishedDelivery delivery(int position) {
    return new FinishedDelivery(
        new StreamPosition(Integer.toString(position)),
        new RecordKey("OUTBOX#Order#a", Integer.toString(position)),
        0,
        "bus");
  }
}
