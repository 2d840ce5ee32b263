package io.github.dynamooutbox.infra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.lambda.Code;

/**
 * The code that is deployed.
 *
 * @param functions the jar of {@code stream-relay-lambda} for functions
 * @param heartbeat the jar of {@code heartbeat-lambda} for functions
 * @param service the image of {@code kcl-relay-service}, used if it hosts the relay and the
 *     configuration names no other; empty if there is none
 * @param layers layers with the kinds of targets that are artifacts of their own, by module: {@code
 *     archive-target} and {@code kafka-target}; used if there is such a target, and the first one
 *     also if the relay sends large payloads to a target
 */
public record RelayArtifacts(
    Code functions, Code heartbeat, Optional<ContainerImage> service, Map<String, Code> layers) {
  private static final List<String> TARGETS = List.of("archive-target", "kafka-target");

  public RelayArtifacts {
    layers = Map.copyOf(layers);
  }

  /** With an image. */
  public RelayArtifacts(
      Code functions, Code heartbeat, ContainerImage service, Map<String, Code> layers) {
    this(functions, heartbeat, Optional.of(service), layers);
  }

  /** Without layers, and so without the kinds of targets that need one. */
  public RelayArtifacts(Code functions, Code heartbeat, ContainerImage service) {
    this(functions, heartbeat, service, Map.of());
  }

  /**
   * The artifacts of this module's version: beside it in the Maven repository from which it was
   * loaded, or in the build that it is part of. A service needs the image to be configured, {@code
   * infrastructure.service.image}. Layers are those that were built or installed.
   *
   * @throws ConfigException if there are none
   */
  public static RelayArtifacts found() {
    return new RelayArtifacts(
        code("stream-relay-lambda"), code("heartbeat-lambda"), Optional.empty(), foundLayers());
  }

  private static Map<String, Code> foundLayers() {
    Map<String, Code> found = new TreeMap<>();
    for (String module : TARGETS) {
      FunctionJar.layer(module)
          .ifPresent(layer -> found.put(module, Code.fromAsset(layer.toString())));
    }
    return found;
  }

  /** The layer of a module. */
  Code layer(String module) {
    Code layer = layers.get(module);
    if (layer == null) {
      throw new ConfigException(
          List.of(
              "targets: there is no layer of %s; build or install %s, or give the layer to RelayArtifacts"
                  .formatted(module, module)));
    }
    return layer;
  }

  private static Code code(String module) {
    Path jar = FunctionJar.of(module);
    return Code.fromAsset(jar.toString());
  }
}
