package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C while something is being changed: the JVM exits only after the work under way has
 * finished, so that nothing is half done. Keep it open until the result is printed: later output
 * may be lost.
 */
public final class Interruption implements AutoCloseable {
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean wanted;

  /**
   * Handles Ctrl-C from now on.
   *
   * @param longest upper bound on how long the work under way takes
   * @param goOn a note on how to continue afterwards
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

  /** Whether no further work should be started. */
  public boolean isWanted() {
    return wanted;
  }

  /** The same progress, which Ctrl-C stops as well. */
  public AuditProgress stopping(AuditProgress progress) {
    return new AuditProgress() {
      @Override
      public void at(String step, long done, long about) {
        progress.at(step, done, about);
      }

      @Override
      public boolean isStopWanted() {
        return wanted || progress.isStopWanted();
      }
    };
  }

  @Override
  public void close() {
    ended.countDown();
    if (!wanted) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
