package io.github.dynamooutbox.kcl.internal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the process in order at the first SIGTERM or SIGINT, and at once at the second. A shutdown
 * hook could not tell the two apart, and would make the exit code 143.
 */
public final class Signals {
  private static final int KILLED = 128;

  private Signals() {}

  /**
   * From now on the first signal runs this, in a thread of its own.
   *
   * @throws IllegalStateException if this JVM has no {@code sun.misc.Signal}
   */
  public static void onFirst(Runnable stop) {
    AtomicBoolean first = new AtomicBoolean(true);
    for (String name : new String[] {"TERM", "INT"}) {
      handle(
          name,
          number -> {
            if (first.getAndSet(false)) {
              new Thread(stop, "outbox-stop").start();
            } else {
              Runtime.getRuntime().halt(KILLED + number);
            }
          });
    }
  }

  private interface Handler {
    void received(int number);
  }

  /** By reflection: the compiler warns of the class, and warnings are errors here. */
  private static void handle(String name, Handler handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Method number = signal.getMethod("getNumber");
      Object proxy =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) -> {
                if (!method.getName().equals("handle")) {
                  return method.invoke(handler, arguments);
                }
                handler.received((int) number.invoke(arguments[0]));
                return null;
              });
      signal
          .getMethod("handle", signal, type)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM does not tell of signal " + name, e);
    }
  }
}
