package io.github.dynamooutbox.benchmarks.lambda;

import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The packaged function, as the option {@code --function} names it. */
public final class PackagedFunction {
  static final String RELAY = "io.github.dynamooutbox.lambda.StreamRelayHandler";

  private static final String CONFIGURATION =
      """
      {"table": {"name": "orders"},
       "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
       "routes": [{"to": ["bus"]}]}
      """;

  @Option(
      names = "--function",
      required = true,
      description = "the function's jar; lab/benchmarks/run passes it")
  private Path jar = Path.of("");

  /**
   * The jar that is deployed.
   *
   * @throws IllegalArgumentException if it does not exist
   */
  public Path jar() {
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException("there is no " + jar + ": build it first");
    }
    return jar;
  }

  /** A process with a handler from the jar or from {@code more}, and one bus at this endpoint. */
  LambdaProcess.Builder process(String handler, Path more, URI bus) {
    return LambdaProcess.builder(handler + "::handleRequest", jar(), more)
        .environment(Map.of("OUTBOX_CONFIG", CONFIGURATION, "AWS_ENDPOINT_URL", bus.toString()));
  }
}
