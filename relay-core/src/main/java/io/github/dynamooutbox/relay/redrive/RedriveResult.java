package io.github.dynamooutbox.relay.redrive;

import java.util.function.Consumer;
import java.util.function.Function;

/** The result of redriving a lane. */
public sealed interface RedriveResult {
  /**
   * Applies the function for its kind. A kind that is added later breaks the compilation of every
   * caller, so that none can overlook it.
   */
  <R> R fold(Function<Reopened, R> reopened, Function<StillParked, R> stillParked);

  /** Runs the action for its kind. */
  default void when(Consumer<Reopened> reopened, Consumer<StillParked> stillParked) {
    this.<Runnable>fold(it -> () -> reopened.accept(it), it -> () -> stillParked.accept(it)).run();
  }

  /** The number of events that were published or dropped by a rule. */
  int published();

  /** Everything that was parked is published; the lane is open. */
  record Reopened(int published) implements RedriveResult {
    @Override
    public <R> R fold(Function<Reopened, R> reopened, Function<StillParked, R> stillParked) {
      return reopened.apply(this);
    }
  }

  /**
   * Something is still parked.
   *
   * @param code why the redrive stopped: the service's error code, or one of this library
   * @param message what happened, without payload
   * @param obstacle kind of obstacle
   */
  record StillParked(int published, String code, String message, Obstacle obstacle)
      implements RedriveResult {
    @Override
    public <R> R fold(Function<Reopened, R> reopened, Function<StillParked, R> stillParked) {
      return stillParked.apply(this);
    }
  }

  /** What prevents a redrive. */
  enum Obstacle {
    /** The event itself, or its routing: somebody has to act. */
    EVENT,
    /** Its target, which may accept it later, and may fail for other lanes, too. */
    TARGET,
    /** Lack of time, or a temporary state of the lane: the next attempt may succeed. */
    TIME
  }
}
