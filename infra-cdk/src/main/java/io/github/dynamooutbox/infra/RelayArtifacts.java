package io.github.dynamooutbox.infra;

import java.nio.file.Path;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.lambda.Code;

/**
 * The code that is deployed.
 *
 * @param functions the jar of {@code stream-relay-lambda} for functions
 * @param heartbeat the jar of {@code heartbeat-lambda} for functions
 * @param service the image of {@code kcl-relay-service}; used where that hosts the relay
 */
public record RelayArtifacts(Code functions, Code heartbeat, ContainerImage service) {

  /**
   * The artifacts of this module's version: beside it in the Maven repository from which it was
   * loaded, or in the build that it is part of. A service needs the image to be configured, {@code
   * infrastructure.service.image}.
   *
   * @throws ConfigException if there are none
   */
  public static RelayArtifacts found() {
    return new RelayArtifacts(
        code("stream-relay-lambda"), code("heartbeat-lambda"), ContainerImage.fromRegistry("none"));
  }

  private static Code code(String module) {
    Path jar = FunctionJar.of(module);
    return Code.fromAsset(jar.toString());
  }
}
