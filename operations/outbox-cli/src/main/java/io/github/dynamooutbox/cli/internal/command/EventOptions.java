package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.operations.replay.EventSelection;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select events by what every event has. */
final class EventOptions {
  @Option(names = "--type", paramLabel = "NAME", description = "Only events of this type.")
  private Optional<String> type = Optional.empty();

  @Option(names = "--tenant", paramLabel = "NAME", description = "Only events of this tenant.")
  private Optional<String> tenant = Optional.empty();

  boolean isGiven() {
    return type.isPresent() || tenant.isPresent();
  }

  /** Combined with the criteria that only some commands have. */
  EventSelection selection(
      Optional<String> aggregate,
      Optional<String> eventId,
      Optional<Instant> from,
      Optional<Instant> to) {
    return new EventSelection(aggregate, type, tenant, eventId, from, to);
  }
}
