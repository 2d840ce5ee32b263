package io.github.dynamooutbox.relay.lane;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a stage's failure is called. */
public final class Failures {
  private Failures() {}

  /** The failure itself, without what stages wrap around it. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Its simple name. */
  public static String code(Throwable failure) {
    return cause(failure).getClass().getSimpleName();
  }

  /** Where it was thrown, for a failure whose message may hold a payload. */
  public static String place(Throwable failure) {
    StackTraceElement[] stack = cause(failure).getStackTrace();
    return stack.length == 0 ? "" : " at " + stack[0];
  }
}
