package io.github.dynamooutbox.aws.internal.call;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call as a future. Cancelling it aborts the call's open HTTP request and interrupts the
 * thread; a call that has not started yet does not start.
 */
public final class BlockingCall<T> extends CompletableFuture<T> {
  private static final ThreadLocal<@Nullable BlockingCall<?>> CURRENT = new ThreadLocal<>();

  private final Callable<T> work;

  // Guarded by this.
  private @Nullable Thread runner;
  private @Nullable Runnable abort;
  private boolean interrupted;

  private BlockingCall(Callable<T> work) {
    this.work = work;
  }

  /** Starts the work on the executor. An executor that is full or closed fails the future. */
  public static <T> CompletableFuture<T> start(Callable<T> work, Executor executor) {
    BlockingCall<T> call = new BlockingCall<>(work);
    try {
      executor.execute(call::run);
    } catch (RejectedExecutionException e) {
      call.completeExceptionally(e);
    }
    return call;
  }

  /** A call's failure itself, without the exceptions that futures wrap around it. */
  public static Throwable causeOf(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /**
   * Names what closes the request that the current thread is about to send. A socket read does not
   * react to an interrupt, so a cancelled call would otherwise end only with its timeout. Does
   * nothing on a thread that runs no such call.
   */
  static void onCancel(Runnable abort) {
    BlockingCall<?> current = CURRENT.get();
    if (current != null) {
      current.abortWith(abort);
    }
  }

  private void run() {
    if (!begin()) {
      return;
    }
    CURRENT.set(this);
    try {
      complete(work.call());
    } catch (Throwable t) {
      completeExceptionally(t);
      if (t instanceof Error error) {
        throw error;
      }
    } finally {
      CURRENT.remove();
      end();
    }
  }

  private synchronized boolean begin() {
    if (isDone()) {
      return false;
    }
    runner = Thread.currentThread();
    return true;
  }

  private synchronized void end() {
    runner = null;
    abort = null;
    if (interrupted) {
      // The interrupt was meant for this call, not for the thread's next task.
      Thread.interrupted();
    }
  }

  private void abortWith(Runnable newAbort) {
    synchronized (this) {
      abort = newAbort;
    }
    if (isCancelled()) {
      newAbort.run();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    Runnable toAbort = null;
    synchronized (this) {
      if (cancelled && runner != null) {
        toAbort = abort;
        interrupted = true;
        runner.interrupt();
      }
    }
    if (toAbort != null) {
      toAbort.run();
    }
    return cancelled;
  }
}
