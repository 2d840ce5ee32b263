package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the table's stream was switched off, or off and on again. The worker finishes the
 * one that it reads; then it ends, and its next start reads the other one. Thread-safe.
 */
public final class StreamWatch {
  /** {@code DescribeTable} costs nothing; while streams change, the lease table is read, too. */
  public static final Duration EVERY = Duration.ofSeconds(10);

  /**
   * How many checks in a row must find the stream finished: the leases of child shards may be
   * created shortly after their parent's lease has ended.
   */
  private static final int SETTLED = 2;

  private static final Logger LOG = LoggerFactory.getLogger(StreamWatch.class);

  private final String arn;
  private final boolean follows;
  private final Supplier<Optional<String>> current;
  private final BooleanSupplier finished;
  private final Predicate<String> notFound;
  private final Consumer<Throwable> end;
  private boolean warned;
  private boolean failed;
  private int timesFinished;

  /**
   * @param arn the stream that is read
   * @param follows whether the next start reads the stream that the table has then
   * @param current looks up the table's stream
   * @param finished looks up whether all of the stream that is read is finished
   * @param notFound whether the stream that is read reported a shard as not found
   * @param end ends the worker
   */
  public StreamWatch(
      String arn,
      boolean follows,
      Supplier<Optional<String>> current,
      BooleanSupplier finished,
      Predicate<String> notFound,
      Consumer<Throwable> end) {
    this.arn = arn;
    this.follows = follows;
    this.current = current;
    this.finished = finished;
    this.notFound = notFound;
    this.end = end;
  }

  /** Checks once. Never throws, so that a timer continues to call it. */
  public synchronized void check() {
    try {
      Optional<String> now = current.get();
      if (now.filter(arn::equals).isPresent()) {
        warned = false;
        timesFinished = 0;
      } else {
        warn(now);
        now.ifPresent(this::follow);
      }
      failed = false;
    } catch (RuntimeException e) {
      if (!failed) {
        LOG.warn("Cannot check whether the table has a new stream", e);
      }
      failed = true;
    }
  }

  private void warn(Optional<String> now) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "{} is no longer the table's stream: {}. Records that were written while the table had no"
              + " stream are not published",
          arn,
          now.map(this::whatFollows).orElse("it was switched off, and the table has none now"));
    }
  }

  private String whatFollows(String next) {
    return follows
        ? "this worker finishes it, and its next start reads " + next
        : "start the workers with --stream-arn " + next + " once it is finished";
  }

  private void follow(String next) {
    timesFinished = finished.getAsBoolean() ? timesFinished + 1 : 0;
    if (timesFinished < SETTLED) {
      return;
    }
    if (follows) {
      end.accept(ServiceException.streamReplaced(message(next)));
    } else if (timesFinished == SETTLED) {
      LOG.error("{} is finished: start the workers with --stream-arn {}", arn, next);
    }
  }

  private String message(String next) {
    return "%s is finished, and the table's stream is now %s: restart this worker to read it"
        .formatted(arn, next);
  }

  /**
   * Whether a shard that seems to have ended belongs to another stream: KCL treats a shard that is
   * not found as ended, and would never read it.
   */
  public boolean isOfAnother(String shard) {
    if (!notFound.test(shard)) {
      return false;
    }
    Optional<String> now = current.get().filter(next -> !next.equals(arn));
    now.ifPresent(next -> end.accept(ServiceException.streamReplaced(message(next))));
    return now.isPresent();
  }
}
