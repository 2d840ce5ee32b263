package io.github.dynamooutbox.relay.internal.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LatenessTest {
  private static final Duration LATE = Duration.ofHours(20);
  private final List<Optional<SavedLateness>> saved = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Optional<Instant> oldest = Optional.empty();
  private final Lateness lateness =
      new Lateness(() -> oldest, () -> now, (change, durable) -> saved.add(change.set().late()));

  @Test
  void aShardThatIsNotLateIsWrittenNowhere() {
    look(Duration.ofHours(19));
    after(Duration.ofMinutes(30), Duration.ofMinutes(19 * 60 + 30));

    assertThat(lateness.isHopeless()).isFalse();
    assertThat(saved).isEmpty();
  }

  @Test
  void aLateShardThatGetsNoYoungerIsHopelessAfterTenMinutes() {
    look(LATE);
    after(Duration.ofMinutes(9), LATE.plusMinutes(9));
    assertThat(lateness.isHopeless()).isFalse();
    after(Duration.ofMinutes(1), LATE.plusMinutes(10));
    assertThat(lateness.isHopeless()).isTrue();
    for (int minutes = 11; minutes < 300; minutes++) {
      after(Duration.ofMinutes(1), LATE.plusMinutes(minutes));
      assertThat(lateness.isHopeless()).as("after %d minutes", minutes).isTrue();
    }
    assertThat(saved).as("renewed now and then").hasSizeBetween(10, 40);
  }

  @Test
  void aLateShardThatCatchesUpIsLeftAloneHoweverLateItIs() {
    for (int minutes = 0; minutes < 200; minutes++) {
      after(Duration.ofMinutes(1), Duration.ofMinutes(23 * 60 + 50 - minutes));
      assertThat(lateness.isHopeless()).isFalse();
    }
  }

  @Test
  void aLateShardThatStaysAsLateIsHopelessToo() {
    look(LATE);
    after(Duration.ofMinutes(10), LATE);

    assertThat(lateness.isHopeless()).isTrue();
  }

  @Test
  void aShardIsJudgedByItsProgressSinceItWasLastSeenToCatchUp() {
    look(LATE.plusHours(3));
    after(Duration.ofMinutes(10), LATE.plusHours(2));
    assertThat(lateness.isHopeless()).isFalse();
    after(Duration.ofMinutes(10), LATE.plusHours(2).plusMinutes(10));

    assertThat(lateness.isHopeless()).as("though it is less late than at first").isTrue();
  }

  @Test
  void itStopsOnceTheShardIsNotLateAnyMore() {
    look(LATE);
    after(Duration.ofMinutes(10), LATE.plusMinutes(10));
    after(Duration.ofSeconds(1), LATE.minusSeconds(1));

    assertThat(lateness.isHopeless()).isFalse();
    assertThat(saved).last().isEqualTo(Optional.empty());
  }

  @Test
  void anotherRunGoesOnFromWhatWasSaved() {
    lateness.restore(Optional.of(new SavedLateness(now.minus(Duration.ofMinutes(11)), LATE)));
    look(LATE.plusMinutes(11));

    assertThat(lateness.isHopeless()).isTrue();
  }

  @Test
  void whatWasSavedIsNotOverwrittenBeforeItIsRead() {
    oldest = Optional.of(now.minus(LATE.plusMinutes(11)));
    lateness.update();
    assertThat(saved).isEmpty();

    lateness.restore(Optional.of(new SavedLateness(now.minus(Duration.ofMinutes(11)), LATE)));
    lateness.update();
    assertThat(lateness.isHopeless()).isTrue();
  }

  @Test
  void whatIsOldSaysNothing() {
    lateness.restore(Optional.of(new SavedLateness(now.minus(Duration.ofHours(2)), LATE)));
    look(LATE.plusMinutes(11));

    assertThat(lateness.isHopeless()).isFalse();
  }

  @Test
  void whatAnEarlierRunLeftBehindIsClearedByTheNextOneOnTime() {
    lateness.restore(Optional.of(new SavedLateness(now.minus(Duration.ofMinutes(61)), LATE)));
    look(Duration.ofSeconds(1));
    look(Duration.ofSeconds(1));

    assertThat(saved).containsExactly(Optional.empty());
  }

  /** Shards of a function share what is saved: another one may still be late. */
  @Test
  void whatWasSavedLatelyIsNotClearedByARunThatWasNeverLate() {
    lateness.restore(Optional.of(new SavedLateness(now.minus(Duration.ofMinutes(59)), LATE)));
    look(Duration.ofSeconds(1));

    assertThat(saved).isEmpty();
  }

  @Test
  void nothingUnfinishedIsNotLate() {
    look(LATE);
    after(Duration.ofMinutes(10), LATE.plusMinutes(10));
    oldest = Optional.empty();
    lateness.update();

    assertThat(lateness.isHopeless()).isFalse();
  }

  private void after(Duration time, Duration age) {
    now = now.plus(time);
    look(age);
  }

  private void look(Duration age) {
    lateness.restore(Optional.empty());
    oldest = Optional.of(now.minus(age));
    lateness.update();
  }
}
