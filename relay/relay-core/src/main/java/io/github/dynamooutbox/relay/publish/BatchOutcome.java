package io.github.dynamooutbox.relay.publish;

import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The outcome of a request to a target. */
public sealed interface BatchOutcome {
  /**
   * Applies the function for its kind. A kind that is added later breaks the compilation of every
   * caller, so that none can overlook it.
   */
  <R> R fold(Function<PerEntry, R> perEntry, Function<RequestRefused, R> refused);

  /** Runs the action for its kind. */
  void when(Consumer<PerEntry> perEntry, Consumer<RequestRefused> refused);

  /** Every entry has the same outcome, for example because the request as a whole timed out. */
  static BatchOutcome all(int entries, PublishOutcome outcome) {
    return new PerEntry(Collections.nCopies(entries, outcome));
  }

  /**
   * The service returned a result for each entry.
   *
   * @param outcomes one for each entry of the request, in its order
   */
  record PerEntry(List<PublishOutcome> outcomes) implements BatchOutcome {
    public PerEntry {
      outcomes = List.copyOf(outcomes);
    }

    @Override
    public <R> R fold(Function<PerEntry, R> perEntry, Function<RequestRefused, R> refused) {
      return perEntry.apply(this);
    }

    @Override
    public void when(Consumer<PerEntry> perEntry, Consumer<RequestRefused> refused) {
      perEntry.accept(this);
    }
  }

  /**
   * The service refused the request as a whole with a client error, which says nothing about a
   * single entry unless the request contained only one. The relay splits the batch in halves and
   * sends it again.
   *
   * @param code the service's error code
   * @param message what happened, without payload
   */
  record RequestRefused(String code, String message) implements BatchOutcome {
    @Override
    public <R> R fold(Function<PerEntry, R> perEntry, Function<RequestRefused, R> refused) {
      return refused.apply(this);
    }

    @Override
    public void when(Consumer<PerEntry> perEntry, Consumer<RequestRefused> refused) {
      refused.accept(this);
    }
  }
}
