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
 * The redrive function as it is deployed: invoked by a schedule, and by an operator if needed. Its
 * process starts with the first invocation. Thread-safe.
 */
public final class RedriveFunction implements AutoCloseable {
  /** In a deployment the schedule has an interval of a minute. */
  private static final long INTERVAL_MILLIS = 1_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final LambdaProcess process;
  private final Thread schedule = new Thread(this::invokeAgainAndAgain, "redrive-schedule");
  private Redriven bySchedule = Redriven.NOTHING;
  private Redriven byOperator = Redriven.NOTHING;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException failure;

  /** The queues released and the events published by some invocations. */
  public record Redriven(long queues, long events) {
    static final Redriven NOTHING = new Redriven(0, 0);

    Redriven plus(Redriven other) {
      return new Redriven(queues + other.queues, events + other.events);
    }
  }

  /** Creates the function; it is not invoked yet. */
  public RedriveFunction(Functions functions) {
    process = functions.function("shop-redrive", "RedriveHandler");
    schedule.setDaemon(true);
  }

  /** Starts the schedule that invokes the function. */
  public void schedule() {
    schedule.start();
  }

  /**
   * Redrives as an operator does once the cause of rejections is fixed.
   *
   * @return number of queues that this released
   */
  public long redriveRejected() throws InterruptedException {
    Redriven redriven = invoke("{\"reasons\":[\"REJECTED\"]}");
    synchronized (this) {
      byOperator = byOperator.plus(redriven);
    }
    return redriven.queues();
  }

  /**
   * Everything that the schedule has redriven so far.
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

  /** Everything that the operator has redriven so far. */
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

  /** Stops schedule and process. */
  @Override
  public void close() {
    closed = true;
    schedule.interrupt();
    process.close();
  }
}
