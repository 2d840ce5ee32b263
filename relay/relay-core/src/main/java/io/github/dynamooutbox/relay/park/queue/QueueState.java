package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;
import java.util.function.Consumer;

/** The state of a queue, which determines what may be done with it. */
public sealed interface QueueState {
  /** Runs the action for its kind. */
  void when(Runnable absent, Consumer<Held> held, Consumer<Closing> closing);

  /** Whether it is not held. */
  default boolean isAbsent() {
    return false;
  }

  /** Whether it is being closed by this attempt; see {@link Closing#by}. */
  default boolean isClosingBy(String attempt) {
    return false;
  }

  /** It is not held: live events pass. */
  record Absent() implements QueueState {
    @Override
    public void when(Runnable absent, Consumer<Held> held, Consumer<Closing> closing) {
      absent.run();
    }

    @Override
    public boolean isAbsent() {
      return true;
    }
  }

  /**
   * It is held: later events go behind what is in it.
   *
   * @param last the highest number that was handed out for an append
   */
  record Held(long last) implements QueueState {
    @Override
    public void when(Runnable absent, Consumer<Held> held, Consumer<Closing> closing) {
      held.accept(this);
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
    public void when(Runnable absent, Consumer<Held> held, Consumer<Closing> closing) {
      closing.accept(this);
    }

    @Override
    public boolean isClosingBy(String attempt) {
      return by.equals(attempt);
    }
  }
}
