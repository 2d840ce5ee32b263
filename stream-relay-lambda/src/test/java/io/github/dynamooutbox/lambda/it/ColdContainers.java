package io.github.dynamooutbox.lambda.it;

import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/**
 * Runs each invocation in a process of its own, which is killed afterwards. The next ones start
 * while one is working.
 */
final class ColdContainers implements LambdaFunction, AutoCloseable {
  /** How many are started ahead of the one that is working. */
  static final int STARTING = 2;

  private final IntFunction<LambdaProcess> processes;
  private final List<Long> used = new CopyOnWriteArrayList<>();
  private int started;
  private final Deque<CompletableFuture<LambdaProcess>> next = new ArrayDeque<>();

  /**
   * Starts the first processes.
   *
   * @param processes creates the process for an invocation, counted from 1
   */
  ColdContainers(IntFunction<LambdaProcess> processes) {
    this.processes = processes;
    while (next.size() < STARTING) {
      next.add(start());
    }
  }

  @Override
  public byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
    try (LambdaProcess container = exchange()) {
      used.add(container.pid().orElseThrow());
      return container.invoke(event);
    }
  }

  /** The ids of the processes that were invoked, one for each invocation. */
  List<Long> used() {
    return List.copyOf(used);
  }

  @Override
  public synchronized void close() {
    next.forEach(
        starting ->
            starting
                .handle(
                    (container, failure) -> {
                      if (container != null) {
                        container.close();
                      }
                      return null;
                    })
                .join());
  }

  private synchronized LambdaProcess exchange() {
    next.add(start());
    return next.remove().join();
  }

  private CompletableFuture<LambdaProcess> start() {
    LambdaProcess container = processes.apply(++started);
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            container.warmUp();
            return container;
          } catch (FunctionError | InterruptedException e) {
            container.close();
            throw new CompletionException(e);
          }
        });
  }
}
