package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The newest state of the outbox for all open pages. They ask, each in a request that ends: a
 * browser has six connections for all its pages. However many ask, the tables are read once in some
 * seconds, and not while nobody asks. Thread-safe.
 */
final class Live {
  private final Supplier<ObjectNode> source;
  private final Duration fresh;
  private final InstantSource clock;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile @Nullable Step step;
  private volatile @Nullable State last;
  private volatile boolean outdated;

  private record State(ObjectNode document, Instant at) {}

  /** How far an act is. */
  private record Step(String plan, String what, long done, long about) {}

  /**
   * Reads nothing yet.
   *
   * @param source reads the state; must not throw
   * @param fresh how old a state may be that a page gets
   */
  Live(Supplier<ObjectNode> source, Duration fresh, InstantSource clock) {
    this.source = source;
    this.fresh = fresh;
    this.clock = clock;
  }

  /**
   * The state, with the time of this answer and the progress of an act. Only one page waits for a
   * read of the tables; meanwhile the others get what was read before, with its time.
   */
  ObjectNode now() {
    State known = last;
    if (known == null) {
      reading.lock();
      read(known);
    } else if (isDue(known) && reading.tryLock()) {
      read(known);
    }
    State state = last;
    ObjectNode answer = state == null ? source.get() : state.document().deepCopy();
    answer.put("now", clock.instant().toString());
    Step now = step;
    if (now != null) {
      answer
          .putObject("act")
          .put("plan", now.plan())
          .put("what", now.what())
          .put("done", now.done())
          .put("about", now.about());
    }
    return answer;
  }

  private boolean isDue(State known) {
    return outdated || known.at().plus(fresh).isBefore(clock.instant());
  }

  /** Reads it anew, unless another page has done so since; the caller holds the lock. */
  private void read(@Nullable State known) {
    try {
      if (Objects.equals(last, known)) {
        outdated = false;
        last = new State(source.get(), clock.instant());
      }
    } finally {
      reading.unlock();
    }
  }

  /** An act has begun, of the plan with this id. */
  void began(String plan) {
    step = new Step(plan, "", 0, 0);
  }

  /** Reports the progress of an act: how much of a step is done, of about how much; 0: unknown. */
  void report(String what, long done, long about) {
    Step now = step;
    if (now != null) {
      step = new Step(now.plan(), what, done, about);
    }
  }

  /** An act has ended. The next answer is read anew, because something was changed. */
  void ended() {
    step = null;
    outdated = true;
  }
}
