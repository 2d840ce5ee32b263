package io.github.dynamooutbox.benchmarks.chaos;

import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A function that records its calls that did not finish their batch: what was published during them
 * was in flight, and may be published again.
 */
final class WatchedFunction implements LambdaFunction {
  /** Allowance for requests that the target had received when the process died. */
  private static final Duration END = Duration.ofMillis(300);

  private final LambdaFunction function;
  private final List<Unfinished> unfinished = new CopyOnWriteArrayList<>();

  /** A call that did not finish its batch. */
  record Unfinished(Instant from, Instant to) {
    boolean contains(Instant moment) {
      return !moment.isBefore(from) && !moment.isAfter(to);
    }
  }

  WatchedFunction(LambdaFunction function) {
    this.function = function;
  }

  @Override
  public byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
    Instant from = Instant.now();
    boolean finished = false;
    try {
      byte[] answer = function.invoke(event);
      finished = new String(answer, StandardCharsets.UTF_8).equals("{\"batchItemFailures\":[]}");
      return answer;
    } finally {
      if (!finished) {
        unfinished.add(new Unfinished(from, Instant.now().plus(END)));
      }
    }
  }

  /** The unfinished calls that ended since then. */
  List<Unfinished> unfinishedSince(Instant since) {
    return unfinished.stream().filter(each -> each.to.isAfter(since)).toList();
  }
}
