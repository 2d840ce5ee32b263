package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A process with an event loop of its own that may die between any two steps, or stand still for
 * long and go on. What it has sent before is carried out all the same.
 */
final class QueueProcess implements EventLoop, Steps {
  private final QueueWorld world;
  private boolean alive = true;

  QueueProcess(QueueWorld world) {
    this.world = world;
  }

  boolean isAlive() {
    return alive;
  }

  void die() {
    alive = false;
  }

  @Override
  public void execute(Runnable task) {
    schedule(Duration.ZERO, task);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return world.time.schedule(
        delay,
        () -> {
          if (!alive) {
            return;
          }
          if (world.chance(world.crash)) {
            world.faults++;
            die();
          } else if (world.chance(world.pause)) {
            world.faults++;
            world.time.schedule(world.upTo(Duration.ofSeconds(20)), () -> runIfAlive(task));
          } else {
            task.run();
          }
        });
  }

  private void runIfAlive(Runnable task) {
    if (alive) {
      task.run();
    }
  }

  /** A step that is under way is carried out even if this process dies. */
  @Override
  public <T> CompletionStage<T> step(String what, Supplier<T> step) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    world.time.schedule(
        world.upTo(world.chance(0.02) ? Duration.ofSeconds(3) : Duration.ofMillis(20)),
        () -> {
          if (world.chance(world.failure)) {
            answer(() -> answer.completeExceptionally(new IllegalStateException("throttled")));
            return;
          }
          T result;
          try {
            result = step.get();
          } catch (RuntimeException e) {
            answer(() -> answer.completeExceptionally(e));
            return;
          }
          if (world.chance(world.lostAnswer)) {
            world.faults++;
            answer(() -> answer.completeExceptionally(new IllegalStateException("no answer")));
          } else {
            answer(() -> answer.complete(result));
          }
        });
    return answer;
  }

  private void answer(Runnable answer) {
    world.time.schedule(world.upTo(Duration.ofMillis(20)), () -> runIfAlive(answer));
  }
}
