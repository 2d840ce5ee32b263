package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Creates the functions of the packaged jar, all with the same configuration.
 *
 * @param jar the packaged jar
 * @param callTimeout time after which a call of a target counts as failed
 * @param output receives the functions' logs
 */
public record Functions(
    Path jar, Endpoints aws, Resources resources, Duration callTimeout, Consumer<String> output) {
  private static final String PACKAGE = "io.github.dynamooutbox.lambda.";
  private static final int MEGABYTES = 1024;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Their configuration, as JSON. */
  String document() {
    return RelayDocument.of(resources, RelayDocument.Host.LAMBDA, callTimeout);
  }

  /** Creates a function; its process is not started yet. */
  LambdaProcess function(String name, String handler) {
    List<Path> classPath = new ArrayList<>();
    classPath.add(jar);
    classPath.addAll(Layers.of(resources.targets()));
    var process =
        LambdaProcess.builder(PACKAGE + handler + "::handleRequest", classPath.toArray(new Path[0]))
            .name(name)
            .memory(MEGABYTES)
            .timeout(TIMEOUT)
            .environment("OUTBOX_CONFIG", document())
            .output(output);
    aws.environment().forEach(process::environment);
    return process.build();
  }
}
