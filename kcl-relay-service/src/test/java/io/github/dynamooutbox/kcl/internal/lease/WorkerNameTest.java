package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerNameTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);

  private Duration waited = Duration.ZERO;
  private boolean stopping;

  @Test
  void aNameThatNoWorkerHadIsUnused() {
    assertThatCode(() -> require(Optional.empty(), false)).doesNotThrowAnyException();
    assertThat(waited).isZero();
  }

  @Test
  void aNameWhoseWorkerDiedLongAgoIsUnused() {
    assertThatCode(() -> require(written(Duration.ofMinutes(3)), false)).doesNotThrowAnyException();
    assertThat(waited).isZero();
  }

  @Test
  void aNameWhoseWorkerHasJustDiedIsUnusedOnceItWasNotWrittenForAWhile() {
    assertThatCode(() -> require(written(Duration.ofSeconds(2)), false)).doesNotThrowAnyException();
    assertThat(waited).isGreaterThanOrEqualTo(Tuning.WORKER_METRICS.multipliedBy(2));
  }

  @Test
  void aNameWhoseWorkerIsRunningIsRejectedEvenIfItsClockIsAhead() {
    for (Duration ago : new Duration[] {Duration.ofSeconds(1), Duration.ofSeconds(-30)}) {
      assertThatThrownBy(() -> require(written(ago), true))
          .isInstanceOf(ServiceException.class)
          .hasMessageContainingAll("\"one\" is running", "--worker");
    }
  }

  @Test
  void aStopEndsTheWait() {
    stopping = true;
    assertThatCode(() -> require(written(Duration.ZERO), true)).doesNotThrowAnyException();
  }

  private void require(Optional<Long> first, boolean lives) {
    WorkerName.requireUnused(
        "one",
        () -> first.map(at -> lives ? at + waited.toSeconds() : at),
        () -> {
          waited = waited.plus(WorkerName.POLL);
          return !stopping;
        },
        InstantSource.fixed(NOW));
  }

  private static Optional<Long> written(Duration ago) {
    return Optional.of(NOW.minus(ago).getEpochSecond());
  }
}
