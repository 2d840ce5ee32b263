package io.github.dynamooutbox.kcl.internal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shuts the process down in order at the first SIGTERM or SIGINT, and halts it at the second. A
 * shutdown hook could not distinguish the two, and the exit code would be 143.
 */
public final class Signals {
  private static final int KILLED = 128;

  private Signals() {}

  /**
   * Makes the first signal run this on a new thread.
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

  /** Uses reflection: the compiler warns about the class, and warnings are errors here. */
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
      throw new IllegalStateException("this JVM cannot handle signal " + name, e);
    }
  }
}
