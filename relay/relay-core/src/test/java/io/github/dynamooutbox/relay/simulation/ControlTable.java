package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How calls to the control table go: each is one atomic step, somewhere between call and answer.
 */
final class ControlTable {
  private final World world;

  ControlTable(World world) {
    this.world = world;
  }

  /**
   * Calls the table.
   *
   * @param known is told the answer if the caller gets it and still takes notice
   */
  <T> CompletionStage<T> call(
      Run run, Call kind, String what, Supplier<T> step, Consumer<T> known) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    SimProcess process = run.process;
    if (!process.reachesOut(kind)) {
      return answer;
    }
    process.awaits();
    world.trace(run, () -> "table: " + what);
    world.time.after(
        world.faults.latency(),
        () -> {
          boolean down = world.plan.tableIsDown(world.time.now());
          if (down || world.faults.tableFails()) {
            world.cover(down ? Coverage.TABLE_DOWN : Coverage.TABLE_FAILED);
            reply(process, () -> answer.completeExceptionally(new Failed("throttled")));
            return;
          }
          T result;
          try {
            result = step.get();
          } catch (PartitionLimits.Throttled e) {
            world.cover(Coverage.TABLE_PARTITION_THROTTLED);
            reply(process, () -> answer.completeExceptionally(e));
            return;
          } catch (UnparkableException e) {
            reply(process, () -> answer.completeExceptionally(e));
            return;
          }
          world.trace(run, () -> "table did: " + what + " -> " + result);
          if (world.faults.tableAnswerLost()) {
            world.cover(Coverage.TABLE_ANSWER_LOST);
            reply(process, () -> answer.completeExceptionally(new Failed("no answer")));
            return;
          }
          reply(
              process,
              () -> {
                if (kind.outlastsClosing ? !run.isClosed() : !run.closing) {
                  known.accept(result);
                }
                answer.complete(result);
              });
        });
    return answer;
  }

  private void reply(SimProcess process, Runnable answer) {
    world.time.add(
        world.faults.latency(),
        process,
        () -> {
          process.answered();
          answer.run();
        });
  }

  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failed(String message) {
      super(message, null, false, false);
    }
  }
}
