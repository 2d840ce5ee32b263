package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select parked events. */
final class ParkedOptions {
  @Option(
      names = "--reason",
      paramLabel = "REASON",
      split = ",",
      description =
          "Only what is parked for these reasons, and what is queued behind it:"
              + " ${COMPLETION-CANDIDATES}.")
  private Set<ParkReason> reasons = Set.of();

  @Option(
      names = "--aggregate",
      paramLabel = "TYPE#ID",
      description =
          "Only events of this aggregate, as in Order#42; for a record whose key names none, what"
              + " follows the prefix in its partition key.")
  private Optional<String> aggregate = Optional.empty();

  @Mixin private final ParkedEventOptions events = new ParkedEventOptions();

  /** Whether any of them is given. */
  boolean areGiven() {
    return !reasons.isEmpty() || aggregate.isPresent() || events.areGiven();
  }

  /**
   * What the options select.
   *
   * @param target only what is parked for it
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if one of them names
   *     something that cannot exist
   */
  ParkedFilter filter(RelayConfig config, Optional<String> target, Instant now) {
    Targets.check(config, "--target", target);
    return events.filter(target, reasons, aggregate, now);
  }
}
