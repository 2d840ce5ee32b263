package io.github.dynamooutbox.relay.publish;

import java.util.function.Consumer;
import java.util.function.Function;

/** The result of rendering an event for a target. */
public sealed interface Prepared<E extends Entry> {
  /**
   * Applies the function for its kind. A kind that is added later breaks the compilation of every
   * caller, so that none can overlook it.
   */
  <R> R fold(Function<Ready<E>, R> ready, Function<Refused<E>, R> refused);

  /** Runs the action for its kind. */
  void when(Consumer<Ready<E>> ready, Consumer<Refused<E>> refused);

  record Ready<E extends Entry>(E entry) implements Prepared<E> {
    @Override
    public <R> R fold(Function<Ready<E>, R> ready, Function<Refused<E>, R> refused) {
      return ready.apply(this);
    }

    @Override
    public void when(Consumer<Ready<E>> ready, Consumer<Refused<E>> refused) {
      ready.accept(this);
    }
  }

  /**
   * The target can never accept this event: it is too large, or does not have the required form.
   *
   * @param code short and stable, for metrics and parked items, for example {@code TOO_LARGE}
   * @param message what is wrong, with sizes and without payload
   */
  record Refused<E extends Entry>(String code, String message) implements Prepared<E> {
    @Override
    public <R> R fold(Function<Ready<E>, R> ready, Function<Refused<E>, R> refused) {
      return refused.apply(this);
    }

    @Override
    public void when(Consumer<Ready<E>> ready, Consumer<Refused<E>> refused) {
      refused.accept(this);
    }
  }
}
