package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.loop.EventLoop;
import java.time.Duration;

/** The relay's loop as one shard uses it: after each of its tasks, the shard takes a turn. */
public record ShardLoop(EventLoop loop, Runnable turn) implements EventLoop {
  @Override
  public void execute(Runnable task) {
    loop.execute(withTurn(task));
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return loop.schedule(delay, withTurn(task));
  }

  private Runnable withTurn(Runnable task) {
    return () -> {
      task.run();
      turn.run();
    };
  }
}
