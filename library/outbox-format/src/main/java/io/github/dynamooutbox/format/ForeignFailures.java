package io.github.dynamooutbox.format;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is made of failures of code that is only told, such as listeners and observers: they are
 * logged, and change nothing else. Thread-safe.
 */
public final class ForeignFailures {
  private final System.Logger log;
  private final String message;

  /** What was logged: code that fails each time is logged once. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /**
   * Failures of one kind of code.
   *
   * @param message what to log, with {@code {0}} for what failed
   */
  public ForeignFailures(System.Logger log, String message) {
    this.log = log;
    this.message = message;
  }

  /**
   * Logs a failure by its class and place, without its message, which may quote a payload, and so
   * those that it suppressed. A failure of the virtual machine is thrown on.
   *
   * @param what the code that failed
   */
  public void log(String what, Throwable failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    try {
      logOnce(what, failure);
      for (Throwable suppressed : failure.getSuppressed()) {
        logOnce(what, suppressed);
      }
    } catch (RuntimeException | Error unlogged) {
      // A log that fails, too, must not change what the failure did not change.
      rethrowIfOfTheMachine(unlogged);
    }
    rethrowIfOfTheMachine(failure);
  }

  private void logOnce(String what, Throwable failure) {
    String entry = what + ": " + failure.getClass().getName() + place(failure);
    if (known.add(entry)) {
      log.log(Level.ERROR, message, entry);
    }
  }

  /**
   * Whether the virtual machine failed, and not the code: nothing that follows can be relied on. A
   * {@link StackOverflowError} is the code's.
   */
  public static boolean isOfTheMachine(Throwable failure) {
    return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
  }

  /** Throws a failure of the virtual machine on; returns after any other. */
  public static void rethrowIfOfTheMachine(Throwable failure) {
    if (isOfTheMachine(failure)) {
      throw (VirtualMachineError) failure;
    }
  }

  /** Where a failure was thrown, as the end of a message; empty if it does not say. */
  public static String place(Throwable failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    return stack.length == 0 ? "" : " at " + stack[0];
  }
}
