package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.cli.internal.output.Output;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C while something is being changed: the JVM ends only when what is under way has ended, so
 * that nothing is half done. Open while that lasts, and until it is reported: what is printed later
 * may be lost.
 */
public final class Interruption implements AutoCloseable {
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean wanted;

  /**
   * Begins to wait for Ctrl-C.
   *
   * @param longest how long what is under way takes at most
   * @param goOn what to do to go on afterwards
   */
  public Interruption(Output output, Duration longest, String goOn) {
    hook =
        new Thread(
            () -> {
              wanted = true;
              output.note(
                  "Interrupted: finishing what is under way, at most %d s."
                      .formatted(longest.toSeconds()));
              await(longest);
              output.note(goOn);
            },
            "outbox-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void await(Duration longest) {
    try {
      ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether no more should be begun. */
  public boolean isWanted() {
    return wanted;
  }

  @Override
  public void close() {
    ended.countDown();
    if (!wanted) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
