package io.github.dynamooutbox.testdynamodb.internal;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class in a process that never outlives the one that started it.
 *
 * <p>The parent holds the other end of this process's standard input and never writes to it. The
 * operating system closes that end when the parent ends, however it ends: the read below returns,
 * and the process halts.
 */
public final class ParentBound {
  private ParentBound() {}

  /**
   * Starts watching the parent, then runs the main class named by the first argument with the
   * remaining arguments.
   *
   * @throws Throwable whatever that main class throws
   */
  public static void main(String[] arguments) throws Throwable {
    Thread watch = new Thread(ParentBound::haltWithParent, "parent-watch");
    watch.setDaemon(true);
    watch.start();
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    try {
      Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static void haltWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever sent; only the end of the stream matters.
      }
    } catch (IOException e) {
      // A broken pipe means the same as the end of the stream.
    }
    Runtime.getRuntime().halt(143);
  }
}
