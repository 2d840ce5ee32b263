package io.github.dynamooutbox.infra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.App;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.lambda.Code;

/** The app that {@code cdk.json} starts: reads the configuration that the context names. */
public final class OutboxApp {
  private OutboxApp() {}

  /**
   * Synthesises the stack into the directory that the CDK's command line names. Ends with 1, and
   * nothing but what is wrong on the standard error, if the context names no configuration or no
   * jar, or if the configuration has errors.
   */
  public static void main(String[] arguments) {
    try {
      synthesise();
    } catch (ConfigException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static void synthesise() {
    App app = new App();
    List<OutboxConfig> configs =
        OutboxConfig.parseAll(ContextDocument.of((Map<?, ?>) app.getNode().getAllContext()));
    OutboxStack.all(app, configs, () -> artifacts(app, configs));
    app.synth();
  }

  /** Looks only for what a stack needs. */
  static RelayArtifacts artifacts(App app, List<OutboxConfig> configs) {
    Path jar = file(app, "functionJar", "-c functionJar=<path>, after ./mvnw package");
    Path heartbeat =
        configs.stream().anyMatch(config -> config.heartbeat().enabled())
            ? file(app, "heartbeatJar", "-c heartbeatJar=<path>, after ./mvnw package")
            : jar;
    Map<String, Path> layers = layers(app, configs);
    Map<String, Code> code = new TreeMap<>();
    layers.forEach((module, layer) -> code.put(module, Code.fromAsset(layer.toString())));
    return new RelayArtifacts(
        Code.fromAsset(jar.toString()),
        Code.fromAsset(heartbeat.toString()),
        image(app, configs, layers.values()),
        code);
  }

  private static Map<String, Path> layers(App app, List<OutboxConfig> configs) {
    Map<String, Path> layers = new TreeMap<>();
    for (OutboxConfig config : configs) {
      for (String module : TargetLayers.needed(config)) {
        String key = module.replace("-target", "Layer");
        layers.computeIfAbsent(
            module, any -> file(app, key, "-c %s=<path>, after ./mvnw package".formatted(key)));
      }
    }
    return layers;
  }

  private static Optional<ContainerImage> image(
      App app, List<OutboxConfig> configs, Collection<Path> layers) {
    if (configs.stream()
        .noneMatch(config -> config.hasService() && config.service().image().isEmpty())) {
      return Optional.empty();
    }
    String hint = "-c serviceDirectory=<path of kcl-relay-service>, after ./mvnw package";
    Path service = path(app, "serviceDirectory", hint);
    if (!Files.isDirectory(service.resolve("target/service"))) {
      throw new ConfigException(
          List.of(
              "context serviceDirectory: there is no \"%s\" in \"%s\": %s"
                  .formatted("target/service", service, hint)));
    }
    return Optional.of(
        RelayImage.built(
            layers.isEmpty()
                ? service.toString()
                : ServiceDirectory.with(service, layers).toString()));
  }

  private static Path file(App app, String key, String hint) {
    Path file = path(app, key, hint);
    if (!Files.isRegularFile(file)) {
      throw new ConfigException(
          List.of("context %s: there is no file \"%s\": %s".formatted(key, file, hint)));
    }
    return file;
  }

  private static Path path(App app, String key, String hint) {
    if (app.getNode().tryGetContext(key) instanceof String name) {
      return Path.of(name);
    }
    throw new ConfigException(List.of("context %s: is missing: %s".formatted(key, hint)));
  }
}
