package io.github.dynamooutbox.benchmarks.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

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

  /** Does nothing: its heap is what the runtime and the event's bytes need. */
  public static final class EmptyFunction implements RequestStreamHandler {
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context)
        throws IOException {
      output.write("{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8));
    }
  }

  private final AnswerServer server;
  private final PackagedFunction function;
  private final int batches;
  private final int step;
  private final byte[] event = ShardBatch.of(EVENTS, EVENTS).json();

  private SmallestHeap(AnswerServer server, PackagedFunction function, boolean quick) {
    this.server = server;
    this.function = function;
    this.batches = quick ? 1 : 20;
    this.step = quick ? MOST_MEGABYTES : 2;
  }

  /**
   * Prints both heaps.
   *
   * @param quick one batch, and only the largest heap
   * @return whether the difference is within its bound
   */
  public static boolean measure(Results results, PackagedFunction function, boolean quick)
      throws InterruptedException {
    try (AnswerServer server = new AnswerServer()) {
      return new SmallestHeap(server, function, quick).measure(results);
    }
  }

  private boolean measure(Results results) throws InterruptedException {
    double batch = event.length / 1048576.0;
    results.print(
        "%d batches of %.1f MB, %d events of 1 KB; JDK %d%n",
        batches, batch, EVENTS, Runtime.version().feature());
    int empty = smallest(EmptyFunction.class.getName());
    results.print("smallest heap of an empty handler  %4d MB%n", empty);
    int relay = smallest(PackagedFunction.RELAY);
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
    while (high - low > step) {
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
        function
            .process(handler, classes, server.endpoint())
            .memory(2 * MOST_MEGABYTES)
            .timeout(TIMEOUT)
            .jvmOption("-Xmx" + megabytes + "m")
            .build()) {
      for (int i = 0; i < batches; i++) {
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
