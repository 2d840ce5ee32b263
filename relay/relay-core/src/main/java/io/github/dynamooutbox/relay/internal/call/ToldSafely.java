package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An observer whose exceptions are logged instead of ending the run: they say nothing about an
 * event. An {@link Error} passes. Thread-safe.
 */
public final class ToldSafely implements RelayObserver {
  private static final System.Logger LOG = System.getLogger(ToldSafely.class.getName());

  private final RelayObserver observer;

  /** What was logged: an observer that fails with each event is logged once. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private ToldSafely(RelayObserver observer) {
    this.observer = observer;
  }

  /** The observer, without its exceptions. */
  public static RelayObserver of(RelayObserver observer) {
    return new ToldSafely(observer);
  }

  @Override
  public void observe(RelayEvent event) {
    try {
      observer.observe(event);
    } catch (Exception failure) {
      // Without the failure's message, which may contain a payload.
      String what =
          "%s: %s%s"
              .formatted(
                  event.getClass().getSimpleName(),
                  Failures.code(failure),
                  Failures.place(failure));
      if (known.add(what)) {
        LOG.log(
            Level.ERROR,
            "An observer failed in {0}; the relay continues. Repetitions are not logged.",
            what);
      }
    }
  }
}
