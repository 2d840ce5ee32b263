package io.github.dynamooutbox.relay.internal.route;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Where an event goes. */
public sealed interface Routed {
  /**
   * Applies the function for its kind. When a kind is added, no caller compiles until it handles
   * that kind.
   */
  <R> R fold(
      Function<To, R> to,
      Function<Dropped, R> dropped,
      Function<Heartbeat, R> heartbeat,
      Function<Unroutable, R> unroutable);

  /** Runs the action for its kind. */
  default void when(
      Consumer<To> to,
      Consumer<Dropped> dropped,
      Consumer<Heartbeat> heartbeat,
      Consumer<Unroutable> unroutable) {
    this.<Runnable>fold(
            it -> () -> to.accept(it),
            it -> () -> dropped.accept(it),
            it -> () -> heartbeat.accept(it),
            it -> () -> unroutable.accept(it))
        .run();
  }

  default boolean isUnroutable() {
    return fold(to -> false, dropped -> false, heartbeat -> false, unroutable -> true);
  }

  /** The targets' names; empty unless the event goes to targets. */
  default Set<String> targets() {
    return fold(To::names, dropped -> Set.of(), heartbeat -> Set.of(), unroutable -> Set.of());
  }

  record To(Set<String> names) implements Routed {
    public To {
      names = Set.copyOf(names);
    }

    /** The names in an order that is always the same. */
    public List<String> sorted() {
      List<String> sorted = new ArrayList<>(names);
      Collections.sort(sorted);
      return sorted;
    }

    @Override
    public <R> R fold(
        Function<To, R> to,
        Function<Dropped, R> dropped,
        Function<Heartbeat, R> heartbeat,
        Function<Unroutable, R> unroutable) {
      return to.apply(this);
    }
  }

  /** A rule drops it. */
  record Dropped() implements Routed {
    @Override
    public <R> R fold(
        Function<To, R> to,
        Function<Dropped, R> dropped,
        Function<Heartbeat, R> heartbeat,
        Function<Unroutable, R> unroutable) {
      return dropped.apply(this);
    }
  }

  /** A heartbeat that no rule names: it has done its work by arriving. */
  record Heartbeat() implements Routed {
    @Override
    public <R> R fold(
        Function<To, R> to,
        Function<Dropped, R> dropped,
        Function<Heartbeat, R> heartbeat,
        Function<Unroutable, R> unroutable) {
      return heartbeat.apply(this);
    }
  }

  /** No rule matches it. */
  record Unroutable() implements Routed {
    @Override
    public <R> R fold(
        Function<To, R> to,
        Function<Dropped, R> dropped,
        Function<Heartbeat, R> heartbeat,
        Function<Unroutable, R> unroutable) {
      return unroutable.apply(this);
    }
  }
}
