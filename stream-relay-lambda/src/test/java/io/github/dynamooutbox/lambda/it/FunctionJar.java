package io.github.dynamooutbox.lambda.it;

import java.nio.file.Files;
import java.nio.file.Path;

/** The function's jar that this build has packaged. */
final class FunctionJar {
  static final String HANDLER = "io.github.dynamooutbox.lambda.StreamRelayHandler::handleRequest";

  static final String REDRIVE = "io.github.dynamooutbox.lambda.RedriveHandler::handleRequest";

  private FunctionJar() {}

  static Path path() {
    Path jar = Path.of(System.getProperty("outbox.function.jar", "not set"));
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException("run this test with mvn verify; no such file: " + jar);
    }
    return jar;
  }
}
