package io.github.dynamooutbox.kcl.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OpenShardsTest {
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private final SettableClock clock = new SettableClock(START);
  private final OpenShards shards = new OpenShards(clock);
  private final TestShard shard = TestShard.open(shards, "a");

  @Test
  void lagIsTheAgeOfTheOldestRecordThatIsNotFinished() {
    shard.read(START.minusSeconds(100), 1);
    shard.read(START.minusSeconds(40), 2);
    shard.readNothing();

    assertThat(shards.lags()).containsEntry("a", Duration.ofSeconds(100));
    assertThat(shards.waiting()).isEqualTo(2);
  }

  @Test
  void nothingIsLateOnceAllIsFinishedAndTheShardIsReadToItsEnd() {
    shard.read(START.minusSeconds(100), 1);
    shard.finishAll();
    shard.readNothing();

    assertThat(shards.lags()).containsEntry("a", Duration.ZERO);
  }

  @Test
  void aReadThatReturnsRecordsDoesNotShowThatThereAreNoMore() {
    TestShard late = TestShard.open(shards, "late");
    clock.advance(Duration.ofSeconds(30));
    late.read(START.plusSeconds(10), 1);
    late.finishAll();

    assertThat(shards.lags()).containsEntry("late", Duration.ofSeconds(20));
    assertThat(shards.sinceRead()).containsEntry("late", Duration.ZERO);
  }

  @Test
  void lagGrowsWhileReadsFail() {
    shard.readNothing();
    clock.advance(Duration.ofMinutes(3));

    assertThat(shards.lags()).containsEntry("a", Duration.ofMinutes(3));
    assertThat(shards.sinceRead()).containsEntry("a", Duration.ofMinutes(3));
  }

  @Test
  void lagOfAShardThatWasNeverReadGrows() {
    clock.advance(Duration.ofMinutes(1));

    assertThat(shards.lags()).containsEntry("a", Duration.ofMinutes(1));
  }

  @Test
  void eachShardHasItsOwnFigures() {
    TestShard other = TestShard.open(shards, "b");
    clock.advance(Duration.ofSeconds(20));
    other.readNothing();

    assertThat(shards.lags())
        .containsEntry("a", Duration.ofSeconds(20))
        .containsEntry("b", Duration.ZERO);
  }

  @Test
  void aRecordFromTheFutureIsNotLate() {
    shard.read(START.plusSeconds(5), 1);

    assertThat(shards.lags()).containsEntry("a", Duration.ZERO);
  }

  @Test
  void aClosedShardHasNoFigureAndDoesNotCloseItsSuccessor() {
    TestShard again = TestShard.open(shards, "a");
    shard.close(shards);
    assertThat(shards.names()).containsExactly("a");

    again.close(shards);
    assertThat(shards.names()).isEmpty();
    assertThat(shards.lags()).isEmpty();
  }
}
