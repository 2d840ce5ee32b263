package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
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

  /** Daemon threads that are created on demand and end when idle; at least one. */
  public static ExecutorService open(int threads) {
    int atLeastOne = Math.max(1, threads);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            atLeastOne,
            atLeastOne,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "outbox-call");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
