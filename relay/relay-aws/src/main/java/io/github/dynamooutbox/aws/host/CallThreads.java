package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
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
   * one. A {@code ThreadPoolExecutor} with a queue creates all of them before it uses one twice.
   */
  public static ExecutorService open(int threads) {
    int atLeastOne = Math.max(1, threads);
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new ForkJoinPool(
        atLeastOne,
        pool -> {
          ForkJoinWorkerThread thread =
              ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
          thread.setName("outbox-call");
          // The factory's own is the system's, which does not know a Lambda function's classes.
          thread.setContextClassLoader(loader);
          return thread;
        },
        null,
        true,
        0,
        atLeastOne,
        0,
        saturated -> true,
        IDLE_SECONDS,
        TimeUnit.SECONDS);
  }
}
