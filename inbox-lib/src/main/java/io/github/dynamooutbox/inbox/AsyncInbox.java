package io.github.dynamooutbox.inbox;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * {@link Inbox} for callers that must not block: each event takes a thread of an executor while it
 * is handled. On Java 21 or later, {@code Executors.newVirtualThreadPerTaskExecutor()} makes that
 * cheap. Thread-safe; owns nothing and need not be closed.
 *
 * <pre>{@code
 * AsyncInbox async = AsyncInbox.of(inbox, executor);
 * async.handleAsync(event, (same, tx) -> load(same).thenAccept(it -> tx.put(it)))
 *     .thenAccept(result -> { if (result.isFinished()) { ... acknowledge the message } });
 * }</pre>
 *
 * <p>Of events of one aggregate, start the next when the one before is completed, as with {@link
 * Inbox}. What is done seldom, such as skipping and resuming, is done with the inbox itself.
 */
public final class AsyncInbox {
  private final Inbox inbox;
  private final Executor executor;

  private AsyncInbox(Inbox inbox, Executor executor) {
    this.inbox = Objects.requireNonNull(inbox);
    this.executor = Objects.requireNonNull(executor);
  }

  /**
   * An asynchronous view of an inbox.
   *
   * @param executor runs handlers, and waits for DynamoDB; belongs to the caller. As many threads
   *     as events are to be handled at the same time, and as many connections of the client
   */
  public static AsyncInbox of(Inbox inbox, Executor executor) {
    return new AsyncInbox(inbox, executor);
  }

  /**
   * As {@link Inbox#handle(ReceivedEvent, EventHandler)}, on a thread of the executor. What that
   * throws fails the returned future, as does an executor that takes nothing more.
   *
   * <p>Cancelling the future interrupts the handler, or the wait for DynamoDB. It is then unknown
   * whether the event was handled: deliver it again.
   */
  public CompletableFuture<HandleResult> handle(ReceivedEvent event, EventHandler handler) {
    CompletableFuture<HandleResult> result = new CompletableFuture<>();
    FutureTask<?> task =
        new FutureTask<>(
            () -> {
              try {
                result.complete(inbox.handle(event, handler));
              } catch (Throwable e) {
                // A handler may throw what it does not declare: Kotlin's need not.
                result.completeExceptionally(e);
              }
            },
            null);
    try {
      executor.execute(task);
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
    CompletableFuture<?> unused =
        result.whenComplete(
            (handled, failure) -> {
              if (result.isCancelled()) {
                task.cancel(true);
              }
            });
    return result;
  }

  /**
   * As {@link #handle(ReceivedEvent, EventHandler)}, with a handler that is asynchronous itself.
   */
  public CompletableFuture<HandleResult> handleAsync(
      ReceivedEvent event, AsyncEventHandler handler) {
    return handle(event, (same, transaction) -> await(handler.handle(same, transaction)));
  }

  private static void await(CompletionStage<?> writes) {
    CompletableFuture<?> future = writes.toCompletableFuture();
    try {
      future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new CompletionException(e.getCause());
    } catch (CancellationException e) {
      // By the handler, not by whoever waits for the result.
      throw new CompletionException(e);
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new CancellationException("cancelled while its handler was at work");
    }
  }
}
