package io.github.dynamooutbox.examples.demo;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits until all that was committed is published, delivered and received. Gives up when nothing
 * has moved for a while: the check will then say what is missing.
 */
final class Settling {
  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private static final Duration STEP = Duration.ofMillis(500);

  private final Stage stage;

  Settling(Stage stage) {
    this.stage = stage;
  }

  /** Something that may come true, looked at for at most this long. */
  private interface Milestone {
    boolean reachedWithin(Duration time) throws InterruptedException;
  }

  void await() throws InterruptedException {
    await(stage.relay()::awaitDrained);
    await(stage.aws().stub()::awaitDeliveries);
    await(this::allReceived);
  }

  private void await(Milestone milestone) throws InterruptedException {
    long moved = System.nanoTime();
    long before = moving();
    while (!milestone.reachedWithin(STEP)) {
      long now = moving();
      if (now != before) {
        moved = System.nanoTime();
        before = now;
      } else if (System.nanoTime() - moved > PATIENCE.toNanos()) {
        return;
      }
    }
  }

  private long moving() {
    return stage.targets().published() + stage.targets().received();
  }

  private boolean allReceived(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (stage.targets().received() < stage.targets().published()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return true;
  }
}
