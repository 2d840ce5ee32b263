package io.github.dynamooutbox.infra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awscdk.App;
import software.amazon.awscdk.services.lambda.Code;

/** What {@code cdk.json} starts: reads the configuration that the context names. */
public final class OutboxApp {
  private OutboxApp() {}

  /**
   * Synthesises the stack into the directory that the CDK's command line names.
   *
   * @throws ConfigException if the context names no configuration or no jar, or if the
   *     configuration has mistakes
   */
  public static void main(String[] arguments) {
    App app = new App();
    OutboxConfig config = OutboxConfig.read(file(app, "config", "-c config=outbox.json"));
    Path jar = file(app, "functionJar", "-c functionJar=<path>, after ./mvnw package");
    new OutboxStack(app, config, Code.fromAsset(jar.toString()));
    app.synth();
  }

  private static Path file(App app, String key, String hint) {
    Object value = app.getNode().tryGetContext(key);
    if (!(value instanceof String name)) {
      throw new ConfigException(List.of("context %s: is missing: %s".formatted(key, hint)));
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw new ConfigException(
          List.of("context %s: there is no file \"%s\": %s".formatted(key, name, hint)));
    }
    return file;
  }
}
