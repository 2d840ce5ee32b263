package io.github.dynamooutbox.cli.internal.command;

import picocli.CommandLine.Option;

/** The option that names the target whose parked events a command is about. */
final class ParkedTarget {
  @Option(
      names = "--target",
      required = true,
      paramLabel = "NAME",
      description = "Target that the events are parked for; * is what is parked for all.")
  private String target = "";

  String name() {
    return target;
  }
}
