package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.format.ForeignFailures;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;

/**
 * An observer whose failures are logged instead of ending the run: they say nothing about an event.
 * One of the virtual machine passes. Thread-safe.
 */
public final class ToldSafely implements RelayObserver {
  private final RelayObserver observer;
  private final ForeignFailures failures =
      new ForeignFailures(
          System.getLogger(ToldSafely.class.getName()),
          "An observer failed in {0}; the relay continues. Repetitions are not logged.");

  private ToldSafely(RelayObserver observer) {
    this.observer = observer;
  }

  /** The observer, without its failures. */
  public static RelayObserver of(RelayObserver observer) {
    return new ToldSafely(observer);
  }

  @Override
  public void observe(RelayEvent event) {
    try {
      observer.observe(event);
    } catch (Throwable failure) {
      failures.log(event.getClass().getSimpleName(), Failures.cause(failure));
    }
  }
}
