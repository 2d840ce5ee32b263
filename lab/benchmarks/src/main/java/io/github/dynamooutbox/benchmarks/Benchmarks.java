package io.github.dynamooutbox.benchmarks;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command behind {@code lab/benchmarks/run}. */
@Command(
    name = "run",
    description = {
      "Compares the KCL relay with a worker with the same settings whose record processor does"
          + " nothing, the relay on Lambda, writer and inbox with the same requests written by"
          + " hand, and a redrive of parked events with a live relay.",
      "Run it on an otherwise idle machine.",
      ""
    },
    footer = {
      "",
      "--short all runs the short form of each command.",
      "outages runs targets that throttle, flap or fail in virtual time (5 minutes).",
      "chaos --relay kcl runs rounds of about half a minute with three workers instead.",
      "",
      "Exit code: 0 if the bounds hold, 1 if one does not, 2 for invalid options."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RelayRate.class,
      ColdStart.class,
      SmallestHeap.class,
      JarSize.class,
      Growth.class,
      Units.class,
      Kcl.class,
      WriterCost.class,
      InboxCost.class,
      RedriveRate.class,
      Soak.class,
      Chaos.class
    })
public final class Benchmarks {
  @Option(
      names = "--help",
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "shows this help")
  @SuppressWarnings("UnusedVariable") // picocli reads the option, not the field
  private boolean help;

  @Option(
      names = "--short",
      scope = ScopeType.INHERIT,
      description =
          "takes seconds and shows only that the command works: its figures mean nothing, and the"
              + " exit code is 0 whatever they are")
  private boolean isShort;

  Benchmarks() {}

  /** Runs the command that the arguments name, and exits the JVM. */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Benchmarks()).setCaseInsensitiveEnumValuesAllowed(true);
    if (arguments.length == 0) {
      line.usage(System.err);
      System.exit(CommandLine.ExitCode.USAGE);
    }
    System.exit(line.execute(arguments));
  }

  boolean isShort() {
    return isShort;
  }
}
