package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of a relay's blocking calls. */
public final class CallThreads {
  private static final int IDLE_SECONDS = 30;

  private CallThreads() {}

  /** Maximum number of concurrent calls of one shard, to targets and control table together. */
  public static int ofShard(RelayConfig config) {
    return AwsTargets.threads(config) + (config.control().isPresent() ? AwsControl.THREADS : 0);
  }

  /**
   * Daemon threads, which are created only while all others are busy, and end when idle; at least
   * one. With a plain queue the pool would create all of them before it uses one twice. A {@code
   * ForkJoinPool} would not, but on Java 17 it may leave a call waiting beside an idle thread.
   */
  public static ExecutorService open(int threads) {
    Waiting waiting = new Waiting();
    return new ThreadPoolExecutor(
        0,
        Math.max(1, threads),
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        waiting,
        task -> {
          Thread thread = new Thread(task, "outbox-call");
          thread.setDaemon(true);
          return thread;
        },
        waiting::add);
  }

  /** Calls for which there is no thread. */
  private static final class Waiting extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1;

    /** To an idle thread only; otherwise the pool creates one, or lets the call wait. */
    @Override
    public boolean offer(Runnable call) {
      return tryTransfer(call);
    }

    /** All threads exist and are busy. */
    void add(Runnable call, ThreadPoolExecutor pool) {
      if (pool.isShutdown()) {
        throw new RejectedExecutionException("closed");
      }
      super.offer(call);
      // The pool was closed meanwhile, or its last thread has just ended and does not see the call.
      if ((pool.isShutdown() || pool.getPoolSize() == 0) && remove(call)) {
        pool.execute(call);
      }
    }
  }
}
