package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.commit.Delay;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How a commit waits, and how long. */
class WaitingTest {
  @Test
  void deadlineIsOverOnceItsTimeHasPassed() {
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 3);
    Deadline deadline = new Deadline(Duration.ofNanos(10), nanos::get);
    nanos.addAndGet(4);

    assertThat(deadline.elapsed()).isEqualTo(Duration.ofNanos(4));
    assertThat(deadline.remaining()).isEqualTo(Duration.ofNanos(6));
    assertThat(deadline.leavesRoomAfter(Duration.ofNanos(5))).isTrue();
    assertThat(deadline.leavesRoomAfter(Duration.ofNanos(6))).isFalse();
    nanos.addAndGet(7);
    assertThat(deadline.remaining()).isEqualTo(Duration.ofNanos(-1));
    assertThat(deadline.leavesRoomAfter(Duration.ZERO)).isFalse();
  }

  @Test
  void limitCoversACallWithTheSdksRetries() {
    assertThat(Deadline.limit(Duration.ofNanos(500_000)).apiCallTimeout())
        .as("the SDK takes less than a millisecond for no limit")
        .contains(Duration.ofMillis(1));
    assertThat(Deadline.limit(Duration.ofSeconds(3)).apiCallTimeout())
        .contains(Duration.ofSeconds(3));
  }

  @Test
  void blockingSleeperSleepsUntilItIsInterrupted() {
    Thread.currentThread().interrupt();

    // Nanoseconds beyond whole milliseconds included.
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> Sleeper.blocking().sleep(Duration.ofNanos(60_001_999_999L)));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void sharedSchedulerRunsTasksOnADaemonAndForgetsWhatIsCancelled() throws Exception {
    AtomicReference<Thread> thread = new AtomicReference<>();
    CountDownLatch hasRun = new CountDownLatch(1);
    Future<?> cancelled = Delay.shared().run(Duration.ofDays(1), () -> {});
    Future<?> unused =
        Delay.shared()
            .run(
                Duration.ofNanos(1),
                () -> {
                  thread.set(Thread.currentThread());
                  hasRun.countDown();
                });

    assertThat(hasRun.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(thread.get().isDaemon()).isTrue();
    assertThat(thread.get().getName()).isEqualTo("dynamo-outbox-retries");
    assertThat(cancelled).isNotDone();
    assertThat(cancelled.cancel(true)).isTrue();
  }
}
