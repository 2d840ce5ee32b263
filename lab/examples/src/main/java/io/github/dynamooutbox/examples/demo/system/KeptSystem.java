package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Access to the running system for other processes: endpoints, and the relay's configuration. */
public final class KeptSystem implements AutoCloseable {
  private final LocalGateway gateway;
  private final Optional<DemoBucket> archive;
  private final Path config;

  private KeptSystem(LocalGateway gateway, Optional<DemoBucket> archive, Path config) {
    this.gateway = gateway;
    this.archive = archive;
    this.config = config;
  }

  /**
   * Opens the access on the loopback interface.
   *
   * @param document the relay's configuration
   * @param config file to which it is written
   */
  public static KeptSystem open(Endpoints aws, String document, Path config) {
    try {
      Files.writeString(config, document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KeptSystem(
        LocalGateway.start(aws.dynamoDbEndpoint(), aws.queuesEndpoint(), aws.stub().endpoint()),
        aws.archive(),
        config);
  }

  /** The commands to type in another terminal. */
  public List<String> commandLine() {
    List<String> lines = new ArrayList<>();
    lines.add("export AWS_ENDPOINT_URL=" + gateway.endpoint());
    archive.ifPresent(it -> lines.add("export AWS_ENDPOINT_URL_S3=" + it.endpoint()));
    lines.addAll(
        List.of(
            "export AWS_REGION=" + LocalClients.REGION.id(),
            "export AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local",
            "export OUTBOX_CONFIG_FILE=" + config.toAbsolutePath(),
            "./outbox status"));
    return lines;
  }

  @Override
  public void close() {
    gateway.close();
  }
}
