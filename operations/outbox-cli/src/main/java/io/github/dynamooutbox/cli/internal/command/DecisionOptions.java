package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for who takes events out of their queues, and why. */
final class DecisionOptions {
  @Option(
      names = "--because",
      required = true,
      paramLabel = "TEXT",
      description = "Why; kept with the event's id, for whoever asks later.")
  private String because = "";

  @Mixin private final DeciderOption by = new DeciderOption();

  /**
   * The decision that the options state.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if one of them cannot be
   *     stored
   */
  WaysOut.Decision decision() {
    return TakeOut.decision("--by, --because", by.name(), because);
  }
}
