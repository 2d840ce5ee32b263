package io.github.dynamooutbox.cli.internal.command;

import java.util.Optional;
import picocli.CommandLine.Command;

/** Discards parked events for good. */
@Command(
    name = "discard",
    description = {
      "Discards parked events for good: their target never gets them. A mark records who decided it"
          + " and why. What is queued behind them is published by the next redrive.",
      ""
    })
public final class DiscardCommand extends TakeOutCommand {
  @Override
  Optional<String> to() {
    return Optional.empty();
  }
}
