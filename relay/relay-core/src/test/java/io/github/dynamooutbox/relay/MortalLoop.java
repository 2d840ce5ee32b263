package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.EventLoop;
import java.time.Duration;

/** The loop of a process that may die: what it would do afterwards is never done. */
final class MortalLoop implements EventLoop {
  private final VirtualLoop loop;
  private boolean dead;

  MortalLoop(VirtualLoop loop) {
    this.loop = loop;
  }

  void die() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(whileAlive(task));
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return loop.schedule(delay, whileAlive(task));
  }

  private Runnable whileAlive(Runnable task) {
    return () -> {
      if (!dead) {
        task.run();
      }
    };
  }
}
