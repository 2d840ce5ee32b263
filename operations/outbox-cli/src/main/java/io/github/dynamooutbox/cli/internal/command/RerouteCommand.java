package io.github.dynamooutbox.cli.internal.command;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sends parked events to another target. */
@Command(
    name = "reroute",
    description = {
      "Sends parked events to another target, and takes them out of their queues. This is a replay,"
          + " outside the order of the other target; each event has the header 'replay'.",
      ""
    })
public final class RerouteCommand extends TakeOutCommand {
  @Option(names = "--to", required = true, paramLabel = "NAME", description = "The other target.")
  private String to = "";

  @Override
  Optional<String> to() {
    return Optional.of(to);
  }
}
