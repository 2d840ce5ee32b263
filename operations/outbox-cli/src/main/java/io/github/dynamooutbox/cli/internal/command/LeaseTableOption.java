package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that names the KCL relay's lease table. */
public final class LeaseTableOption {
  @Option(
      names = "--lease-table",
      paramLabel = "NAME",
      description = "Lease table of the KCL relay. Default: <table>-outbox-relay.")
  private Optional<String> name = Optional.empty();

  /** The name; the table need not exist. */
  public String name(RelayConfig config) {
    return name.orElse(config.table().name() + "-outbox-relay");
  }
}
