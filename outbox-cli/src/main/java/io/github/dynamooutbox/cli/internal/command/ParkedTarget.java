package io.github.dynamooutbox.cli.internal.command;

import picocli.CommandLine.Option;

/** The target whose parked events are meant. */
final class ParkedTarget {
  @Option(
      names = "--target",
      required = true,
      paramLabel = "NAME",
      description = "For which target they are parked; * is what is parked for all.")
  private String target = "";

  String name() {
    return target;
  }
}
