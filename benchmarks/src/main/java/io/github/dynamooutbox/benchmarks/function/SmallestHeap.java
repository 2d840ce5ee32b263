package io.github.dynamooutbox.benchmarks.function;

import io.github.dynamooutbox.benchmarks.relay.AnswerProcess;
import io.github.dynamooutbox.benchmarks.relay.ShardBatch;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The smallest heap with which the packaged function finishes several batches of Lambda's maximum
 * size, compared with that of a function that does nothing. Found by bisection, with a new process
 * for each heap.
 */
public final class SmallestHeap {
  private static final int TIMES_THE_BATCH = 6;
  private static final int EVENTS = 3_300;
  private static final int LEAST_MEGABYTES = 8;
  private static final int MOST_MEGABYTES = 264;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String RELAY = "io.github.dynamooutbox.lambda.StreamRelayHandler";
  private static final String CONFIGURATION =
      """
      {"table": {"name": "orders"},
       "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
       "routes": [{"to": ["bus"]}]}
      """;

  private final AnswerProcess server;
  private final Path function;
  private final Effort effort;
  private final byte[] event = ShardBatch.of(EVENTS, EVENTS).json();

  /**
   * How exactly the heap is determined.
   *
   * @param batches the batches that one process has to finish
   * @param step the resolution in megabytes
   */
  public record Effort(int batches, int step) {
    public static final Effort FULL = new Effort(20, 2);

    /** Takes less than a minute. */
    public static final Effort QUICK = new Effort(3, 16);
  }

  private SmallestHeap(AnswerProcess server, Path function, Effort effort) {
    this.server = server;
    this.function = function;
    this.effort = effort;
  }

  /**
   * Prints both heaps.
   *
   * @param function the function's jar
   * @return whether the difference is within its bound
   * @throws IllegalArgumentException if there is no such jar
   */
  public static boolean measure(Results results, Path function, Effort effort)
      throws InterruptedException {
    if (!Files.isRegularFile(function)) {
      throw new IllegalArgumentException("there is no " + function + ": build it first");
    }
    try (AnswerProcess server = new AnswerProcess()) {
      return new SmallestHeap(server, function, effort).measure(results);
    }
  }

  private boolean measure(Results results) throws InterruptedException {
    double batch = event.length / 1048576.0;
    results.print(
        "%d batches of %.1f MB, %d events of 1 KB; JDK %d%n",
        effort.batches, batch, EVENTS, Runtime.version().feature());
    int empty = smallest(EmptyFunction.class.getName());
    results.print("smallest heap of an empty handler  %4d MB%n", empty);
    int relay = smallest(RELAY);
    double times = (relay - empty) / batch;
    results.print("smallest heap of the relay         %4d MB%n", relay);
    results.print("difference %d MB, %.1f times a batch%n", relay - empty, times);
    return results.bound(
        "<= %d times a batch".formatted(TIMES_THE_BATCH), times <= TIMES_THE_BATCH);
  }

  private int smallest(String handler) throws InterruptedException {
    int low = LEAST_MEGABYTES;
    int high = MOST_MEGABYTES;
    if (!survives(handler, high)) {
      throw new IllegalStateException(handler + " needs more than " + high + " MB");
    }
    while (high - low > effort.step) {
      int middle = (low + high) / 2;
      if (survives(handler, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private boolean survives(String handler, int megabytes) throws InterruptedException {
    Path classes =
        Path.of(SmallestHeap.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (LambdaProcess process =
        LambdaProcess.builder(
                handler + "::handleRequest", List.of(function, classes).toArray(Path[]::new))
            .memory(2 * MOST_MEGABYTES)
            .timeout(TIMEOUT)
            .jvmOption("-Xmx" + megabytes + "m")
            .environment(
                Map.of(
                    "OUTBOX_CONFIG",
                    CONFIGURATION,
                    "AWS_ENDPOINT_URL",
                    server.endpoint().toString()))
            .build()) {
      for (int i = 0; i < effort.batches; i++) {
        String answer = new String(process.invoke(event), StandardCharsets.UTF_8);
        if (!answer.equals("{\"batchItemFailures\":[]}")) {
          return false;
        }
      }
      return process.starts() == 1;
    } catch (FunctionError e) {
      return false;
    }
  }
}
