package io.github.dynamooutbox.benchmarks.coldstart;

import io.github.dynamooutbox.benchmarks.relay.AnswerProcess;
import io.github.dynamooutbox.benchmarks.relay.ShardBatch;
import io.github.dynamooutbox.benchmarks.results.Spread;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cold starts of the packaged function and of a handler written by hand from the same jar, in
 * turns, by AWS's runtime client with Lambda's options of the JVM: from the process's start to the
 * first response, which follows the first published event.
 */
public final class ColdStart {
  private static final double BOUND = 1.10;
  private static final int MEMORY_MEGABYTES = 1024;
  private static final String CONFIGURATION =
      """
      {"table": {"name": "orders"},
       "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
       "routes": [{"to": ["bus"]}]}
      """;

  private final AnswerProcess server;
  private final Path function;
  private final byte[] event = ShardBatch.of(1, 1).json();

  private ColdStart(AnswerProcess server, Path function) {
    this.server = server;
    this.function = function;
  }

  /**
   * Prints medians and quartiles.
   *
   * @param function the jar that is deployed
   * @param starts of each
   * @return whether the ratio is within its bound
   * @throws IllegalArgumentException if there is no such jar
   */
  public static boolean measure(PrintStream out, Path function, int starts)
      throws InterruptedException {
    if (!Files.isRegularFile(function)) {
      throw new IllegalArgumentException("there is no " + function + ": build it first");
    }
    try (AnswerProcess server = new AnswerProcess()) {
      return new ColdStart(server, function).measure(out, starts);
    }
  }

  private boolean measure(PrintStream out, int starts) throws InterruptedException {
    List<Double> relay = new ArrayList<>();
    List<Double> hand = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    // The first pair fills the page cache and does not count.
    for (int i = 0; i <= starts; i++) {
      double byHand = seconds(HandWrittenHandler.class.getName(), classes());
      double ours = seconds("io.github.dynamooutbox.lambda.StreamRelayHandler");
      if (i > 0) {
        relay.add(ours);
        hand.add(byHand);
        ratios.add(ours / byHand);
      }
    }
    Spread ratio = Spread.of(ratios);
    out.printf(
        Locale.ROOT,
        "JDK %s, %d starts each, median and quartiles in seconds%n"
            + "by hand %s%nrelay   %s%nratio   %s; bound: %.2f%n",
        Runtime.version().feature(),
        starts,
        Spread.of(hand),
        Spread.of(relay),
        ratio,
        BOUND);
    return ratio.median() <= BOUND;
  }

  private static Path classes() {
    return Path.of(ColdStart.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  private double seconds(String handler, Path... more) throws InterruptedException {
    List<Path> classPath = new ArrayList<>(List.of(function));
    classPath.addAll(List.of(more));
    try (LambdaProcess process =
        LambdaProcess.builder(handler + "::handleRequest", classPath.toArray(Path[]::new))
            .memory(MEMORY_MEGABYTES)
            .environment(
                Map.of(
                    "OUTBOX_CONFIG",
                    CONFIGURATION,
                    "AWS_ENDPOINT_URL",
                    server.endpoint().toString()))
            .build()) {
      String answer = new String(process.invoke(event), StandardCharsets.UTF_8);
      if (!answer.equals("{\"batchItemFailures\":[]}") || server.requests().count() != 1) {
        throw new IllegalStateException(handler + " has published nothing: " + answer);
      }
      return process.firstResponse().map(Duration::toNanos).orElseThrow() / 1e9;
    } catch (FunctionError e) {
      throw new IllegalStateException(handler + " has failed", e);
    }
  }
}
