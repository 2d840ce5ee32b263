package io.github.dynamooutbox.localaws.function;

import io.github.dynamooutbox.localaws.function.FunctionError.Kind;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One call of the function on its way through the runtime API. */
final class Invocation {
  private final String id = UUID.randomUUID().toString();
  private final byte[] event;
  private final CompletableFuture<byte[]> response = new CompletableFuture<>();
  private volatile boolean taken;

  Invocation(byte[] event) {
    this.event = event;
  }

  String id() {
    return id;
  }

  byte[] event() {
    return event;
  }

  /** Marks this invocation as received by the function's process. */
  void markTaken() {
    taken = true;
  }

  /** Whether the function may have started it. */
  boolean isTaken() {
    return taken;
  }

  boolean isDone() {
    return response.isDone();
  }

  void succeed(byte[] body) {
    response.complete(body);
  }

  void fail(FunctionError error) {
    response.completeExceptionally(error);
  }

  byte[] await(Duration timeout) throws FunctionError, InterruptedException {
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      String seconds = String.format("%.2f", timeout.toMillis() / 1000.0);
      throw new FunctionError(
          Kind.TIMEOUT, "Sandbox.Timedout", "Task timed out after " + seconds + " seconds");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FunctionError error) {
        throw error;
      }
      throw new IllegalStateException(e);
    }
  }
}
