package io.github.dynamooutbox.infra;

import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.lambda.Code;

/**
 * What is deployed to run.
 *
 * @param functions the jar of {@code stream-relay-lambda} for functions
 * @param heartbeat the jar of {@code heartbeat-lambda} for functions
 * @param service the image of {@code kcl-relay-service}; used where that hosts the relay
 */
public record RelayArtifacts(Code functions, Code heartbeat, ContainerImage service) {}
