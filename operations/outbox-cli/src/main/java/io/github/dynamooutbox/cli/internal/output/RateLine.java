package io.github.dynamooutbox.cli.internal.output;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reports the progress of long work on standard error, with its rate and the time left: after a
 * second, and then every second on a terminal, in one line, otherwise every ten seconds.
 * Thread-safe.
 */
public final class RateLine implements AutoCloseable {
  private final Output output;
  private final String what;
  private volatile long all;
  private final long started = System.nanoTime();
  private final LongAdder done = new LongAdder();
  private final ScheduledExecutorService timer = timer();

  /**
   * Starts reporting.
   *
   * @param what what is counted, as in "events published"
   * @param all about how many there are; 0 if unknown
   */
  @SuppressWarnings("FutureReturnValueIgnored") // ends with the timer
  public RateLine(Output output, String what, long all) {
    this.output = output;
    this.what = what;
    this.all = all;
    int seconds = output.isTerminal() ? 1 : 10;
    timer.scheduleAtFixedRate(this::report, 1, seconds, TimeUnit.SECONDS);
  }

  static ScheduledExecutorService timer() {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, "outbox-progress");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Adds to the number done. */
  public void done(long number) {
    done.add(number);
  }

  /** Adds one to the number done. */
  public void done() {
    done.increment();
  }

  /** Sets how many are done, and about how many there are; 0 if unknown. */
  public void done(long count, long about) {
    all = about;
    done.add(count - done.sum());
  }

  public long count() {
    return done.sum();
  }

  private void report() {
    output.progress(line(done.sum(), Duration.ofNanos(System.nanoTime() - started)));
  }

  String line(long count, Duration taken) {
    double rate = count / Math.max(0.001, taken.toMillis() / 1_000.0);
    String left =
        rate > 0 && count < all
            ? ", " + Ages.of(Duration.ofSeconds((long) Math.ceil((all - count) / rate))) + " left"
            : "";
    String of = all > 0 ? String.format(Locale.ROOT, " of %,d", Math.max(all, count)) : "";
    return String.format(Locale.ROOT, "%,d%s %s, %,.0f/s%s", count, of, what, rate, left);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    output.endProgress();
  }
}
