package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An observer whose exceptions are logged instead of ending the run: they say nothing about an
 * event. An {@link Error} passes. Thread-safe.
 */
public final class ToldSafely implements InvocationHandler {
  private static final System.Logger LOG = System.getLogger(ToldSafely.class.getName());

  private final RelayObserver observer;

  /** What was logged: an observer that fails with each event is logged once. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private ToldSafely(RelayObserver observer) {
    this.observer = observer;
  }

  /** The observer, without its exceptions. */
  public static RelayObserver of(RelayObserver observer) {
    return observer == RelayObserver.NONE
        ? observer
        : (RelayObserver)
            Proxy.newProxyInstance(
                RelayObserver.class.getClassLoader(),
                new Class<?>[] {RelayObserver.class},
                new ToldSafely(observer));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(observer, arguments);
    } catch (InvocationTargetException thrown) {
      Throwable failure = thrown.getCause();
      if (!(failure instanceof Exception)) {
        throw failure;
      }
      // Without the failure's message, which may contain a payload.
      String what = method.getName() + ": " + Failures.code(failure) + Failures.place(failure);
      if (known.add(what)) {
        LOG.log(
            Level.ERROR,
            "An observer failed in {0}; the relay continues. Repetitions are not logged.",
            what);
      }
      return null;
    }
  }
}
