package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.format.ForeignFailures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Unwraps and names the failures of stages. */
public final class Failures {
  private Failures() {}

  /** The failure itself, without the exceptions that stages wrap around it. */
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

  /** Makes a call; an exception that it throws becomes the failure of its stage. */
  public static <T> CompletionStage<T> staged(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  /** Where it was thrown, for a failure whose message may contain a payload. */
  public static String place(Throwable failure) {
    return ForeignFailures.place(cause(failure));
  }
}
