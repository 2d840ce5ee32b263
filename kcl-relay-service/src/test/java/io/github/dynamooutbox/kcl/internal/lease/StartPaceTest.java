package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartPaceTest {
  private static final Duration FAILOVER = Duration.ofSeconds(6);
  private static final Duration IN_TIME = Duration.ofSeconds(2);

  private final StartPace pace = new StartPace(FAILOVER);
  private int open;

  /** Opens as many as it may. */
  private int opens() {
    int before = open;
    while (open < 100 && pace.tryOpen(open)) {
      open++;
    }
    return open - before;
  }

  @Test
  void aWorkerWithFewShardsDoesNotWait() {
    assertThat(opens()).isEqualTo(StartPace.AT_FIRST);
  }

  @Test
  void moreShardsFollowEachRenewalThatSucceedsInTime() {
    assertThat(opens()).isEqualTo(8);
    assertThat(opens()).isZero();
    pace.renewed(FAILOVER);
    assertThat(opens()).as("late").isZero();
    pace.renewed(IN_TIME);
    assertThat(opens()).isEqualTo(16);
    pace.renewed(IN_TIME);
    assertThat(opens()).isEqualTo(32);
  }

  @Test
  void afterALeaseHasExpiredOneFollowsTheOther() {
    opens();
    pace.expired();
    open = 1;
    assertThat(opens()).isZero();
    pace.renewed(IN_TIME);
    assertThat(opens()).isEqualTo(2);
    pace.expired();
    pace.renewed(FAILOVER);
    assertThat(opens()).isZero();
  }

  @Test
  void theFirstShardNeverWaits() {
    opens();
    pace.expired();
    open = 0;
    assertThat(opens()).isOne();
  }
}
