package io.github.dynamooutbox.examples.demo.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The redrive function as it is deployed: a schedule invokes it, and an operator may. Its process
 * starts with the first invocation. Thread-safe.
 */
public final class RedriveFunction implements AutoCloseable {
  /** A deployment's schedule has a minute. */
  private static final long INTERVAL_MILLIS = 1_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final LambdaProcess process;
  private final Thread schedule = new Thread(this::invokeAgainAndAgain, "redrive-schedule");
  private Redriven bySchedule = Redriven.NOTHING;
  private Redriven byOperator = Redriven.NOTHING;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException failure;

  /** Queues that were released, and events that were published, by some invocations. */
  public record Redriven(long queues, long events) {
    static final Redriven NOTHING = new Redriven(0, 0);

    Redriven plus(Redriven other) {
      return new Redriven(queues + other.queues, events + other.events);
    }
  }

  /** Nothing is invoked yet. */
  public RedriveFunction(Functions functions) {
    process = functions.function("shop-redrive", "RedriveHandler");
    schedule.setDaemon(true);
  }

  /** From now on a schedule invokes the function. */
  public void schedule() {
    schedule.start();
  }

  /**
   * What an operator does who has mended the cause of a rejection.
   *
   * @return how many queues that released
   */
  public long redriveRejected() throws InterruptedException {
    Redriven redriven = invoke("{\"reasons\":[\"REJECTED\"]}");
    synchronized (this) {
      byOperator = byOperator.plus(redriven);
    }
    return redriven.queues();
  }

  /**
   * All that the schedule did so far.
   *
   * @throws IllegalStateException if the function failed, and the schedule has ended
   */
  public synchronized Redriven bySchedule() {
    RuntimeException cause = failure;
    if (cause != null) {
      throw new IllegalStateException("The redrive function failed", cause);
    }
    return bySchedule;
  }

  /** All that the operator did so far. */
  public synchronized Redriven byOperator() {
    return byOperator;
  }

  private void invokeAgainAndAgain() {
    try {
      while (!closed) {
        Redriven redriven = invoke("{\"source\":\"aws.events\"}");
        synchronized (this) {
          bySchedule = bySchedule.plus(redriven);
        }
        TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!closed) {
        failure = e;
      }
    }
  }

  private Redriven invoke(String event) throws InterruptedException {
    try {
      JsonNode answer = JSON.readTree(process.invoke(event.getBytes(StandardCharsets.UTF_8)));
      return new Redriven(answer.path("released").asLong(), answer.path("published").asLong());
    } catch (FunctionError e) {
      throw new IllegalStateException("The redrive function failed", e);
    } catch (IOException e) {
      throw new UncheckedIOException("The redrive function's answer is not JSON", e);
    }
  }

  /** Ends schedule and process. */
  @Override
  public void close() {
    closed = true;
    schedule.interrupt();
    process.close();
  }
}
