package io.github.dynamooutbox.benchmarks;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The smallest heap with which the packaged function finishes several batches of Lambda's maximum
 * size, compared with that of a function that does nothing. Found by bisection, with a new process
 * for each heap.
 */
@Command(
    name = "heap",
    description = "smallest heap for 20 batches of 6 MB, beside an empty handler's (6 min)")
final class SmallestHeap extends Benchmark {
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

  @Mixin private PackagedFunction function = new PackagedFunction();

  @Override
  boolean measure() throws InterruptedException {
    byte[] event = ShardBatch.of(EVENTS, EVENTS).json();
    double batch = event.length / 1048576.0;
    print(
        "%d batches of %.1f MB, %d events of 1 KB; JDK %d%n",
        batches(), batch, EVENTS, Runtime.version().feature());
    try (AnswerServer server = new AnswerServer()) {
      int empty = smallest(EmptyFunction.class.getName(), event, server);
      print("smallest heap of an empty handler  %4d MB%n", empty);
      int relay = smallest(PackagedFunction.RELAY, event, server);
      print("smallest heap of the relay         %4d MB%n", relay);
      double times = (relay - empty) / batch;
      print("difference %d MB, %.1f times a batch. ", relay - empty, times);
      return bound("<= %d times a batch".formatted(TIMES_THE_BATCH), times <= TIMES_THE_BATCH);
    }
  }

  private int batches() {
    return shortOr(1, 20);
  }

  private int smallest(String handler, byte[] event, AnswerServer server)
      throws InterruptedException {
    int low = LEAST_MEGABYTES;
    int high = MOST_MEGABYTES;
    if (!survives(handler, high, event, server)) {
      throw new IllegalStateException(handler + " needs more than " + high + " MB");
    }
    while (high - low > shortOr(MOST_MEGABYTES, 2)) {
      int middle = (low + high) / 2;
      if (survives(handler, middle, event, server)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private boolean survives(String handler, int megabytes, byte[] event, AnswerServer server)
      throws InterruptedException {
    try (LambdaProcess process =
        function
            .process(handler, server.endpoint())
            .memory(2 * MOST_MEGABYTES)
            .timeout(TIMEOUT)
            .jvmOption("-Xmx" + megabytes + "m")
            .build()) {
      for (int i = 0; i < batches(); i++) {
        String answer = new String(process.invoke(event), StandardCharsets.UTF_8);
        if (!answer.equals(ShardBatch.ALL_FINISHED)) {
          return false;
        }
      }
      return process.starts() == 1;
    } catch (FunctionError e) {
      return false;
    }
  }
}
