package io.github.dynamooutbox.kcl.internal.lease;

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
}
