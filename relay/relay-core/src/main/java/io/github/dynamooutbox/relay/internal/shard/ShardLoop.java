package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.loop.EventLoop;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The relay's loop as one shard uses it: after each of its tasks, the shard takes a turn.
 *
 * @param broken receives what a task or a turn throws, which is a bug in the relay, before the loop
 *     reports it
 */
public record ShardLoop(EventLoop loop, Runnable turn, Consumer<Throwable> broken)
    implements EventLoop {
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
      try {
        task.run();
        turn.run();
      } catch (Throwable failure) {
        broken.accept(failure);
        throw failure;
      }
    };
  }
}
