package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options that select parked events by what only the contents of their queues tell. */
final class ParkedEventOptions {
  @Option(
      names = "--event",
      paramLabel = "ID",
      description =
          "Only this event, by its id; for a record that cannot be read, its two keys with a /"
              + " between them.")
  private Optional<String> id = Optional.empty();

  @Option(names = "--type", paramLabel = "NAME", description = "Only events of this type.")
  private Optional<String> type = Optional.empty();

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Only what is parked with this error code.")
  private Optional<String> code = Optional.empty();

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      description = "Only what was parked that long ago, as in 2h, or before that time.")
  private Optional<String> age = Optional.empty();

  boolean areGiven() {
    return Stream.of(id, type, code, age).anyMatch(Optional::isPresent);
  }

  /** Combined with what queues are named after. */
  ParkedFilter filter(
      Optional<String> target, Set<ParkReason> reasons, Optional<String> aggregate, Instant now) {
    Optional<Instant> before = age.map(text -> Moments.of("--older-than", text, now));
    return new ParkedFilter(
        target, reasons, aggregate, id, type, code, before, Optional.empty(), Optional.empty());
  }
}
