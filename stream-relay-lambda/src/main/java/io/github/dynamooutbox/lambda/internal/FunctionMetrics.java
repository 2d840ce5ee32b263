package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.host.EmfLine;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Metric;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Writes a function's metrics to standard output, with names from its environment. */
final class FunctionMetrics {
  private static final String DEFAULT_SERVICE = "stream-relay";

  private FunctionMetrics() {}

  /** Reads the environment variables of Powertools for AWS Lambda. */
  static EmfWriter of(Map<String, String> environment) {
    boolean disabled =
        Boolean.parseBoolean(environment.getOrDefault("POWERTOOLS_METRICS_DISABLED", "false"));
    return new EmfWriter(
        set(environment, "POWERTOOLS_METRICS_NAMESPACE").orElse(EmfWriter.NAMESPACE),
        set(environment, "POWERTOOLS_SERVICE_NAME")
            .or(() -> set(environment, "AWS_LAMBDA_FUNCTION_NAME"))
            .orElse(DEFAULT_SERVICE),
        InstantSource.system(),
        disabled ? nowhere() : System.out);
  }

  /** Loads the classes that write metrics, without writing any. */
  static void prime() {
    EmfLine line = new EmfLine();
    line.add(Metric.PUBLISHED, 1);
    new EmfWriter(EmfWriter.NAMESPACE, DEFAULT_SERVICE, InstantSource.system(), nowhere())
        .write(line);
  }

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  private static Optional<String> set(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
