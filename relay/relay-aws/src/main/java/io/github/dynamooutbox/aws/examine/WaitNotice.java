package io.github.dynamooutbox.aws.examine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Says what a program waits for, once it has waited for two seconds. Thread-safe. */
public final class WaitNotice implements AutoCloseable {
  private static final Duration AFTER = Duration.ofSeconds(2);

  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  private WaitNotice() {}

  /**
   * Starts to wait.
   *
   * @param what is waited for, as in "DescribeTable of table orders"
   * @param say is told if this is not closed within two seconds, on another thread
   */
  public static WaitNotice of(String what, Consumer<String> say) {
    return of(what, say, AFTER);
  }

  static WaitNotice of(String what, Consumer<String> say, Duration after) {
    WaitNotice notice = new WaitNotice();
    CompletableFuture<Void> unused =
        notice
            .over
            .completeOnTimeout(false, after.toMillis(), TimeUnit.MILLISECONDS)
            .thenAccept(
                inTime -> {
                  if (!inTime) {
                    say.accept("Waiting for %s".formatted(what));
                  }
                });
    return notice;
  }

  /** Waits for a call. */
  public static <T> T during(String what, Consumer<String> say, Supplier<T> call) {
    WaitNotice notice = of(what, say);
    try {
      return call.get();
    } finally {
      notice.close();
    }
  }

  /** Ends the wait. */
  @Override
  public void close() {
    over.complete(true);
  }
}
