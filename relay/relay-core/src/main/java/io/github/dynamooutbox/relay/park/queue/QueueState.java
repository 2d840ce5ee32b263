package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;
import java.util.function.Function;

/** The state of a queue, which determines what may be done with it. */
public sealed interface QueueState {
  /** Applies the function for its kind. */
  <R> R fold(Function<Absent, R> absent, Function<Held, R> held, Function<Closing, R> closing);

  /** It is not held: live events pass. */
  record Absent() implements QueueState {
    @Override
    public <R> R fold(
        Function<Absent, R> absent, Function<Held, R> held, Function<Closing, R> closing) {
      return absent.apply(this);
    }
  }

  /**
   * It is held: later events go behind what is in it.
   *
   * @param last the highest number that was handed out for an append
   */
  record Held(long last) implements QueueState {
    @Override
    public <R> R fold(
        Function<Absent, R> absent, Function<Held, R> held, Function<Closing, R> closing) {
      return held.apply(this);
    }
  }

  /**
   * A redrive is about to release it: appends wait until it is held again, or absent.
   *
   * @param until when the redrive must have finished; after that, anyone may set it back to held
   * @param by distinguishes this attempt to close it from others
   */
  record Closing(Instant until, String by) implements QueueState {
    @Override
    public <R> R fold(
        Function<Absent, R> absent, Function<Held, R> held, Function<Closing, R> closing) {
      return closing.apply(this);
    }
  }
}
