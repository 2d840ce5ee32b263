package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The packaged function, as the option {@code --function} names it. */
final class PackagedFunction {
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

  /** The jar that is deployed; fails if it does not exist. */
  Path jar() {
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException("there is no " + jar + ": build it first");
    }
    return jar;
  }

  /** A process with a handler from this jar or the benchmarks' own, and one bus at an endpoint. */
  LambdaProcess.Builder process(String handler, URI bus) {
    Path own = Path.of(getClass().getProtectionDomain().getCodeSource().getLocation().getPath());
    return LambdaProcess.builder(handler + "::handleRequest", jar(), own)
        .environment(Map.of("OUTBOX_CONFIG", CONFIGURATION, "AWS_ENDPOINT_URL", bus.toString()));
  }
}
