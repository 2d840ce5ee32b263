package io.github.dynamooutbox.kcl.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LoopBeatTest {
  private final Queue<Runnable> loop = new ArrayDeque<>();
  private long now;
  private final LoopBeat beat = new LoopBeat(loop::add, () -> now);

  @Test
  void aLoopThatRunsIsNotStuckHoweverSeldomItIsAsked() {
    for (int i = 0; i < 5; i++) {
      assertThat(beat.stuck()).isEmpty();
      loop.remove().run();
      now += LoopBeat.LIMIT.multipliedBy(10).toNanos();
    }
  }

  @Test
  void aLoopThatDoesNotRunIsStuckOnceTheLimitIsOverAndUntilItRuns() {
    assertThat(beat.stuck()).isEmpty();
    now += LoopBeat.LIMIT.toNanos();
    assertThat(beat.stuck()).isEmpty();
    now += 1;
    assertThat(beat.stuck()).contains("the event loop has not run for 30 s");
    assertThat(loop).as("one task at a time").hasSize(1);

    loop.remove().run();
    assertThat(beat.stuck()).isEmpty();
  }
}
