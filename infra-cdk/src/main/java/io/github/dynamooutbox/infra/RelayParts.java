package io.github.dynamooutbox.infra;

import java.util.Optional;

/**
 * What a relay uses, whatever runs it.
 *
 * @param config the resolved configuration
 * @param table the table whose stream it reads
 * @param targets the targets to which it publishes
 * @param control the table in which it keeps its state; without it nothing is parked
 * @param payloads the bucket of payloads that it fetches and sends; empty if targets get references
 */
public record RelayParts(
    ConfigHandover config,
    OutboxTable table,
    OutboxTargets targets,
    Optional<ControlTable> control,
    Optional<PayloadBucket> payloads) {
  /** For a relay that sends references to large payloads. */
  public RelayParts(
      ConfigHandover config,
      OutboxTable table,
      OutboxTargets targets,
      Optional<ControlTable> control) {
    this(config, table, targets, control, Optional.empty());
  }

  /** Lets a relay read its configuration, publish, and keep its state. */
  void allow(Rights relay) {
    config.allow(relay);
    targets.allow(relay);
    control.ifPresent(each -> each.allow(relay));
    payloads.ifPresent(each -> each.allow(relay));
  }
}
