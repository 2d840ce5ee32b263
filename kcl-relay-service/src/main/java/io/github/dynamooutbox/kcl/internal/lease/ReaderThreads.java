package io.github.dynamooutbox.kcl.internal.lease;

import java.util.concurrent.ForkJoinPool;
import org.slf4j.LoggerFactory;

/** The threads that read the stream: the streams adapter uses the JVM's common pool. */
public final class ReaderThreads {
  private ReaderThreads() {}

  /**
   * Sizes the common pool unless it is already set. Must run before anything uses the pool or
   * creates a {@link java.util.concurrent.CompletableFuture}, which fixes the size.
   */
  public static void prepare() {
    System.getProperties()
        .putIfAbsent(
            "java.util.concurrent.ForkJoinPool.common.parallelism",
            Integer.toString(Tuning.READERS));
  }

  /**
   * Reports a pool whose size was fixed before: shards would wait for each other, or each read
   * would start a thread.
   */
  static void check() {
    int threads = ForkJoinPool.getCommonPoolParallelism();
    if (threads < Tuning.READERS) {
      LoggerFactory.getLogger(ReaderThreads.class)
          .warn(
              "The JVM's common pool, which reads the stream, has {} threads and not {}",
              threads,
              Tuning.READERS);
    }
  }
}
